// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

/** The numbers of violations: what was violated, and by which transition. */
final class Codes {
  private final int transitions;

  Codes(int transitions) {
    this.transitions = transitions;
  }

  int of(PromelaViolation violation, int transition) {
    return 1 + violation.ordinal() * transitions + transition;
  }

  /** A process stands where it may not end, and nothing can happen. */
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
