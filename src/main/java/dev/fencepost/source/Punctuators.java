// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The punctuators of a language. */
public final class Punctuators {
  private final String[][] byFirstCharacter = new String[128][0];

  /**
   * A set of signs.
   *
   * @param punctuators in ASCII; a sign stands behind all that begin with it
   */
  public Punctuators(String... punctuators) {
    for (String punctuator : punctuators) {
      char first = punctuator.charAt(0);
      String[] others = byFirstCharacter[first];
      byFirstCharacter[first] = Arrays.copyOf(others, others.length + 1);
      byFirstCharacter[first][others.length] = punctuator;
    }
  }

  /** The longest punctuator at a position, or null. */
  public @Nullable String at(String text, int start) {
    char first = text.charAt(start);
    if (first < byFirstCharacter.length) {
      for (String punctuator : byFirstCharacter[first]) {
        if (text.startsWith(punctuator, start)) {
          return punctuator;
        }
      }
    }
    return null;
  }
}
