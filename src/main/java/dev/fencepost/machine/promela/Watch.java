// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.property.WatchedFormula;

/** The monitor of a safety formula, whose state is a byte of each global state. */
final class Watch {
  final WatchedFormula formula;
  private final int at;
  private final ExprCode[] atoms;

  /**
   * @param at the position of the byte
   * @param atoms the code of the formula's atoms
   */
  Watch(WatchedFormula formula, int at, ExprCode[] atoms) {
    this.formula = formula;
    this.at = at;
    this.atoms = atoms;
  }

  void begin(PromelaFrame frame) {
    frame.bytes[at] = (byte) formula.start();
  }

  /** Steps with the state of the frame; whether the run up to it violates the formula. */
  boolean arrive(PromelaFrame frame) {
    PromelaViolation before = frame.violation;
    long letter = ExprCode.letter(atoms, frame);
    frame.violation = before;
    int rest = formula.after(frame.bytes[at] & 0xff, letter);
    frame.bytes[at] = (byte) rest;
    return WatchedFormula.isViolated(rest);
  }

  /** Whether no continuation violates the formula; the search stops there, as SPIN's claims do. */
  boolean isSatisfied(PromelaFrame frame) {
    return WatchedFormula.isSatisfied(frame.bytes[at] & 0xff);
  }
}
