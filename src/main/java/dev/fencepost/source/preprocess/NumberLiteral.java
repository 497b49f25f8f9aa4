// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An integer constant.
 *
 * @param longs how many l its suffix has
 * @param decimal whether it is written in base ten, which limits the types it may have
 * @param problem what is wrong with it, or null
 */
public record NumberLiteral(
    long value, boolean unsigned, int longs, boolean decimal, @Nullable String problem) {

  public static NumberLiteral parse(String text) {
    if (text.length() == 1 && Character.isDigit(text.charAt(0))) {
      return new NumberLiteral(text.charAt(0) - '0', false, 0, true, null);
    }
    String lower = text.toLowerCase(Locale.ROOT);
    boolean hex = lower.startsWith("0x");
    boolean binary = lower.startsWith("0b");
    if (!hex && (lower.contains(".") || lower.contains("e")) || hex && lower.contains("p")) {
      return broken("floating point is not supported");
    }
    int end = lower.length();
    while (end > 0 && (lower.charAt(end - 1) == 'u' || lower.charAt(end - 1) == 'l')) {
      end--;
    }
    String suffix = lower.substring(end);
    String digits = lower.substring(hex || binary ? Math.min(2, end) : 0, end);
    boolean octal = !hex && !binary && digits.length() > 1 && digits.startsWith("0");
    int longs = (int) suffix.chars().filter(c -> c == 'l').count();
    int unsigneds = suffix.length() - longs;
    if (unsigneds > 1 || longs > 2 || suffix.equals("lul")) {
      return broken("'" + text + "' is no number");
    }
    int radix = hex ? 16 : binary ? 2 : octal ? 8 : 10;
    try {
      if (digits.startsWith("+") || digits.startsWith("-")) {
        return broken("'" + text + "' is no number");
      }
      long value = Long.parseUnsignedLong(digits, radix);
      return new NumberLiteral(value, unsigneds == 1, longs, radix == 10, null);
    } catch (NumberFormatException e) {
      boolean tooLong =
          digits.length() >= 16 && digits.chars().allMatch(c -> Character.digit(c, radix) >= 0);
      return broken(tooLong ? "the number is too large" : "'" + text + "' is no number");
    }
  }

  private static NumberLiteral broken(String problem) {
    return new NumberLiteral(0, false, 0, true, problem);
  }
}
