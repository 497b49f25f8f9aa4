// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.Punctuators;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The arithmetic of {@code #if}: 64 bits, signed until an operand is not. */
class ConditionEvaluatorTest {
  private static final Punctuators SIGNS =
      new Punctuators(
          "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "(", ")", "?", ":", "+", "-", "*", "/",
          "%", "<", ">", "&", "|", "^", "~", "!");

  private final Diagnostics diagnostics = new Diagnostics();

  private OptionalLong value(String text) {
    List<Token> tokens = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      int start = at;
      String sign = SIGNS.at(text, at);
      if (sign != null) {
        at += sign.length();
        tokens.add(token(Token.Kind.PUNCTUATOR, sign));
      } else if (Character.isLetterOrDigit(text.charAt(at))) {
        while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
          at++;
        }
        boolean number = Character.isDigit(text.charAt(start));
        tokens.add(
            token(number ? Token.Kind.NUMBER : Token.Kind.IDENTIFIER, text.substring(start, at)));
      } else {
        at++;
      }
    }
    return new ConditionEvaluator(tokens, SourceSpan.NONE, diagnostics).value();
  }

  private static Token token(Token.Kind kind, String text) {
    return Token.make(kind, text, SourceSpan.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "1 + 2 * 3, 7",
    "(1 + 2) * 3, 9",
    "7 - 2 - 1, 4",
    "-7 / 2, -3",
    "-7 % 2, -1",
    "1 << 4 >> 1, 8",
    "6 & 3 | 8 ^ 1, 11",
    "!0 + ~0, 0",
    "1 < 2 == 2 > 1, 1",
    "-1 < 0, 1",
    "-1 < 0u, 0",
    "0u - 1 > 0, 1",
    "1 ? 2 : 1 / 0, 2",
    "0 ? 1 / 0 : 0 ? 3 : 4, 4",
    "0 && 1 / 0, 0",
    "1 || 1 / 0, 1",
    "unknown + 1, 1",
    "0x10 + 010, 24"
  })
  void hasTheValueOfC(String text, long value) {
    assertThat(value(text)).hasValue(value);
    assertThat(diagnostics.isEmpty()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1 +", "(1", "1 2", "1 / 0", "1 % 0", "1 ? 2", "*"})
  void whatHasNoValueIsAnError(String text) {
    assertThat(value(text)).isEmpty();
    assertThat(diagnostics.isEmpty()).isFalse();
  }
}
