// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

/** What the process says to the shell when it ends. */
enum ExitStatus {
  HOLDS(0),
  INCONCLUSIVE(2),
  VIOLATED(1),
  BAD_INPUT(3),
  DEFECT(4);

  private final int code;

  ExitStatus(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  /** The graver of two: the constants stand in that order. */
  ExitStatus or(ExitStatus other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
