// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

/** A part of a deterministic step, as generated code. */
interface BlockPart {
  /** Goes on from a place of the part; the place where to go on then. */
  int run(PromelaFrame frame, int place);
}
