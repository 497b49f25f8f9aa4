// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class InfixOperatorsTest {
  private static final InfixOperators<String> OPERATORS =
      new InfixOperators<String>()
          .right(1, "=>", (left, right) -> "(" + left + "=>" + right + ")")
          .left(2, "or", (left, right) -> "(" + left + " or " + right + ")")
          .left(3, "+", (left, right) -> "(" + left + "+" + right + ")")
          .left(3, "-", (left, right) -> "(" + left + "-" + right + ")");

  private static String read(String text) throws InvalidInputException {
    TextScanner tokens =
        TextScanner.of(new SourceText("test", text), Lexicon.of("=>").quotes("\""));
    String read = OPERATORS.read(tokens, () -> tokens.word("an operand").text());
    return tokens.atEnd() ? read : read + " before " + tokens.peek().shown();
  }

  @Test
  void bindsByStrength() throws InvalidInputException {
    assertThat(read("a or b + c => d - e or f")).isEqualTo("((a or (b+c))=>((d-e) or f))");
  }

  @Test
  void groupsOperatorsOfOneStrength() throws InvalidInputException {
    assertThat(read("a - b + c - d")).isEqualTo("(((a-b)+c)-d)");
    assertThat(read("a => b => c")).isEqualTo("(a=>(b=>c))");
  }

  @Test
  void stopsBeforeWhatIsNoOperator() throws InvalidInputException {
    assertThat(read("a + b ; c")).isEqualTo("(a+b) before ';'");
    assertThat(read("a \"or\" b")).isEqualTo("a before 'or'");
  }

  @Test
  void asksForAnOperandBehindAnOperator() {
    assertThatThrownBy(() -> read("a +")).hasMessageContaining("expected an operand");
  }
}
