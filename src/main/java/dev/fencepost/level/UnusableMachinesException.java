// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import java.util.Objects;

/** Other machines cannot do their part of a search. */
public final class UnusableMachinesException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnusableMachinesException(String message) {
    super(message);
  }

  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }
}
