// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import java.util.Objects;

/** An expression has no value: a run-time error of the program under check. */
public final class Trap extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ViolationKind kind;

  public Trap(ViolationKind kind, String message) {
    super(message, null, false, false);
    this.kind = kind;
  }

  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }

  public ViolationKind kind() {
    return kind;
  }
}
