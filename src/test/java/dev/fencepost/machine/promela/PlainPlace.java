// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

/** The place of a scalar: where in the state it is, given where the process's variables begin. */
@FunctionalInterface
interface PlainPlace {
  /** The position, or a negative number where an index is out of bounds. */
  int at(PromelaFrame frame, int variables);
}
