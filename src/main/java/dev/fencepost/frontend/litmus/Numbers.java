// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import java.util.Optional;

/** Numbers as the dialects write them. */
final class Numbers {

  private Numbers() {}

  /** A decimal or hexadecimal number with an optional sign. */
  static Optional<Long> parse(String text) {
    boolean negative = text.startsWith("-");
    String digits = negative ? text.substring(1) : text;
    try {
      boolean hex = digits.startsWith("0x") || digits.startsWith("0X");
      long value = hex ? Long.parseUnsignedLong(digits.substring(2), 16) : Long.parseLong(digits);
      return Optional.of(negative ? -value : value);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
