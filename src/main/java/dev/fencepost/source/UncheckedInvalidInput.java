// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

/** Bad input that is found where only unchecked exceptions pass. */
public final class UncheckedInvalidInput extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UncheckedInvalidInput(InvalidInputException cause) {
    super(cause.getMessage(), cause);
  }
}
