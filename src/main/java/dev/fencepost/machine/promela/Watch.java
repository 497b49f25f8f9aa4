// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.property.WatchedFormula;

/** Keeps what is left of a formula in a byte of each state, up to that state and with it. */
final class Watch {
  final WatchedFormula formula;
  private final int at;
  private final ExprCode[] atoms;

  /**
   * @param at where the byte is
   * @param atoms those of the formula, by their numbers in it
   */
  Watch(WatchedFormula formula, int at, ExprCode[] atoms) {
    this.formula = formula;
    this.at = at;
    this.atoms = atoms;
  }

  void begin(PromelaFrame frame) {
    frame.bytes[at] = (byte) formula.start();
  }

  /** The frame holds another state; whether the run up to it violates the formula. */
  boolean arrive(PromelaFrame frame) {
    PromelaViolation before = frame.violation;
    long letter = 0;
    for (int i = 0; i < atoms.length; i++) {
      letter |= atoms[i].eval(frame) != 0 ? 1L << i : 0;
    }
    frame.violation = before;
    int rest = formula.after(frame.bytes[at] & 0xff, letter);
    frame.bytes[at] = (byte) rest;
    return WatchedFormula.isViolated(rest);
  }

  /** Whether no run from a state on violates the formula: as SPIN's claims do, it stops there. */
  boolean isSatisfied(PromelaFrame frame) {
    return WatchedFormula.isSatisfied(frame.bytes[at] & 0xff);
  }
}
