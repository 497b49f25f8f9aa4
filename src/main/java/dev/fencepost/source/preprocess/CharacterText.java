// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What quoted text stands for: escapes are resolved. */
public final class CharacterText {
  private CharacterText() {}

  /** The value of a character constant with its quotes; empty where it is not one character. */
  public static OptionalLong value(String quoted) {
    String content = unquote(quoted);
    return content != null && content.length() == 1 && isAscii(quoted)
        ? OptionalLong.of((byte) content.charAt(0))
        : OptionalLong.empty();
  }

  /** Whether each character of a literal is one byte; escapes for others are. */
  public static boolean isAscii(String quoted) {
    return quoted.chars().allMatch(c -> c < 0x80);
  }

  /** The content of a literal with its quotes, or null where an escape is unknown. */
  public static @Nullable String unquote(String quoted) {
    StringBuilder result = new StringBuilder();
    int end = quoted.length() - 1;
    int i = 1;
    while (i < end) {
      char c = quoted.charAt(i++);
      if (c != '\\') {
        result.append(c);
        continue;
      }
      char escape = quoted.charAt(i++);
      int simple = "ntrabfv0\\'\"?".indexOf(escape);
      if (escape == 'x' || Character.digit(escape, 8) > 0 || isLongOctal(quoted, i, escape)) {
        int radix = escape == 'x' ? 16 : 8;
        int start = escape == 'x' ? i : i - 1;
        int most = escape == 'x' ? end : Math.min(end, start + 3);
        int stop = start;
        int value = 0;
        while (stop < most && Character.digit(quoted.charAt(stop), radix) >= 0) {
          value = value * radix + Character.digit(quoted.charAt(stop), radix) & 0xFF;
          stop++;
        }
        if (stop == start) {
          return null;
        }
        result.append((char) value);
        i = stop;
      } else if (simple < 0) {
        return null;
      } else {
        result.append("\n\t\r\u0007\b\f\u000b\0\\'\"?".charAt(simple));
      }
    }
    return result.toString();
  }

  private static boolean isLongOctal(String quoted, int next, char escape) {
    return escape == '0' && Character.digit(quoted.charAt(next), 8) >= 0;
  }
}
