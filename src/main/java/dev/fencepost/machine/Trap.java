// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

/** An expression has no value: a run-time error of the program under check. */
final class Trap extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ViolationKind kind;

  Trap(ViolationKind kind, String message) {
    super(message, null, false, false);
    this.kind = kind;
  }

  ViolationKind kind() {
    return kind;
  }
}
