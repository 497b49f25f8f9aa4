// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

/** The value of an expression in a state. */
@FunctionalInterface
interface ExprCode {
  int eval(PromelaFrame frame);

  /** Which of some expressions are true, as bits. */
  static long letter(ExprCode[] atoms, PromelaFrame frame) {
    long letter = 0;
    for (int i = 0; i < atoms.length; i++) {
      letter |= atoms[i].eval(frame) != 0 ? 1L << i : 0;
    }
    return letter;
  }
}
