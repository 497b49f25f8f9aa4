// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

/** Violation codes: the kind of the violation and the transition. */
record ViolationCodes(int transitions) {

  int of(PromelaViolation violation, int transition) {
    return 1 + violation.ordinal() * transitions + transition;
  }

  /** The code of a state without successors that is no valid end. */
  int invalidEnd() {
    return 1 + PromelaViolation.values().length * transitions;
  }

  boolean isInvalidEnd(int code) {
    return code == invalidEnd();
  }

  PromelaViolation violation(int code) {
    return PromelaViolation.values()[(code - 1) / transitions];
  }

  int transition(int code) {
    return (code - 1) % transitions;
  }
}
