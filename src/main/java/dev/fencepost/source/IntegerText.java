// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

import java.util.Optional;

/** Integers as small languages and assembly write them. */
public final class IntegerText {

  private IntegerText() {}

  /** A decimal or hexadecimal number of 64 bits with an optional sign. */
  public static Optional<Long> parse(String text) {
    boolean hex = text.matches("-?0[xX][0-9a-fA-F]+");
    if (!hex && !text.matches("-?[0-9]+")) {
      return Optional.empty();
    }
    boolean negative = text.startsWith("-");
    try {
      if (!hex) {
        return Optional.of(Long.parseLong(text));
      }
      long value = Long.parseUnsignedLong(text.substring(negative ? 3 : 2), 16);
      return Optional.of(negative ? -value : value);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** The 64 bits of a number, which may also be decimal and above the largest signed one. */
  public static Optional<Long> parseBits(String text) {
    if (!text.matches("[0-9]+")) {
      return parse(text);
    }
    try {
      return Optional.of(Long.parseUnsignedLong(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
