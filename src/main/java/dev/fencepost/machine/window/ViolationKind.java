// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import dev.fencepost.ir.CellKinds;

/** What a step can violate at an instruction. */
public enum ViolationKind {
  ASSERTION("assertion failed"),
  BAD_ADDRESS("bad address"),
  INDEX_OUT_OF_BOUNDS("index out of bounds"),
  DIVISION_BY_ZERO("division by zero"),
  BAD_SHIFT("shift out of range"),
  LOCKED_TWICE("mutex locked twice by one thread"),
  NOT_HELD("mutex unlocked by a thread that does not hold it"),
  FREED("freed memory is used or freed again"),
  NO_SUCH_THREAD("join of a thread that was never started"),
  /** No violation of the program: there is no answer. */
  OTHER_TYPE(CellKinds.OTHER_TYPE);

  private final String title;

  ViolationKind(String title) {
    this.title = title;
  }

  public String title() {
    return title;
  }
}
