// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import java.util.Locale;
import java.util.Optional;

/** Registers that are a letter and a number. */
final class NumberedRegisters {

  private NumberedRegisters() {}

  /** The register of this name, if its number is no greater than {@code last}. */
  static Optional<String> of(String letter, String name, int last) {
    String lower = name.toLowerCase(Locale.ROOT);
    String small = letter.toLowerCase(Locale.ROOT);
    if (!lower.matches(small + "(0|[1-9][0-9]?)")) {
      return Optional.empty();
    }
    int number = Integer.parseInt(lower.substring(1));
    return number <= last ? Optional.of(letter + number) : Optional.empty();
  }

  static int rank(String register) {
    return Integer.parseInt(register.substring(1));
  }
}
