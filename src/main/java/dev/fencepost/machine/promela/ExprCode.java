// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

/** The value of an expression in a state. */
@FunctionalInterface
interface ExprCode {
  int eval(PromelaFrame frame);
}
