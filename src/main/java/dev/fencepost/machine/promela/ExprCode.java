// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

/** An expression that has been made ready to run. */
@FunctionalInterface
interface ExprCode {
  int eval(PromelaFrame frame);
}
