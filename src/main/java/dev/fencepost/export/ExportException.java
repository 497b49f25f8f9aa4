// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

/** A program or memory model that has no counterpart in PROMELA; says what of it has none. */
final class ExportException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ExportException(String message) {
    super(message);
  }
}
