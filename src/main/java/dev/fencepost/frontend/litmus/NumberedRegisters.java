// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import java.util.Locale;
import java.util.Optional;

/** Registers that are a letter and a number, or {@code %} and any name. */
final class NumberedRegisters {

  private static final int NAMED_RANK = 1000;

  private NumberedRegisters() {}

  /** The register of this name, if its number is no greater than {@code last}. */
  static Optional<String> of(String letter, String name, int last) {
    String lower = name.toLowerCase(Locale.ROOT);
    String small = letter.toLowerCase(Locale.ROOT);
    if (lower.matches("%[a-z_]\\w*")) {
      return Optional.of(name);
    }
    if (!lower.matches(small + "(0|[1-9][0-9]?)")) {
      return Optional.empty();
    }
    int number = Integer.parseInt(lower.substring(1));
    return number <= last ? Optional.of(letter + number) : Optional.empty();
  }

  /** Those with a name come last. */
  static int rank(String register) {
    return register.startsWith("%") ? NAMED_RANK : Integer.parseInt(register.substring(1));
  }
}
