// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scanner of the small languages. */
class TextScannerTest {
  private static final Lexicon PLAIN = Lexicon.of("<->", "->", "==");
  private static final Lexicon RICH =
      Lexicon.of("->", "-", "{", "}").inWords("-").quotes("\"'").withComments();

  private static TextScanner scanner(String text, Lexicon lexicon) throws InvalidInputException {
    return TextScanner.of(new SourceText("f", text), lexicon);
  }

  private static List<String> texts(String text, Lexicon lexicon) throws InvalidInputException {
    TextScanner scanner = scanner(text, lexicon);
    List<String> texts = new ArrayList<>();
    while (!scanner.atEnd()) {
      Lexeme lexeme = scanner.take();
      texts.add(lexeme.kind().name().charAt(0) + lexeme.text());
    }
    return texts;
  }

  @Test
  void takesTheLongestSign() throws InvalidInputException {
    assertThat(texts("a<->b->c-d = =", PLAIN))
        .containsExactly("Wa", "S<->", "Wb", "S->", "Wc", "S-", "Wd", "S=", "S=");
  }

  @Test
  void wordsMayHaveHyphensInside() throws InvalidInputException {
    assertThat(texts("multi-copy a- b->c rmo-{x} 12ab", RICH))
        .containsExactly(
            "Wmulti-copy", "Wa", "S-", "Wb", "S->", "Wc", "Wrmo", "S-", "S{", "Wx", "S}", "N12ab");
  }

  @Test
  void readsQuotesAndComments() throws InvalidInputException {
    assertThat(texts("\"a // b\" 'c\\'d' // e\n f /* \" */ g", RICH))
        .containsExactly("Qa // b", "Qc\\'d", "Wf", "Wg");
  }

  @Test
  void reportsAllThatCannotBeRead() {
    assertThatThrownBy(() -> scanner("a $\n\"b\n  /* c", RICH.close()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            """
            f:1:3: error: unexpected character '$'
            f:2:1: error: this text in quotes does not end
              hint: close it with "
            f:3:3: error: this comment does not end
              hint: close it with */\
            """);
  }

  @Test
  void namesWhatItFindsAndItsPlace() {
    assertThatThrownBy(() -> scanner("a\n b", PLAIN).expect("b"))
        .hasMessage("f:1:1: error: expected 'b' but found 'a'");
    assertThatThrownBy(
            () -> {
              TextScanner scanner = scanner("x\n ab ", PLAIN);
              scanner.words("a name");
              scanner.take();
              scanner.word("more");
            })
        .hasMessage("f:2:4: error: expected more but found the end of the text");
  }

  @ParameterizedTest
  @CsvSource({
    "7, 7",
    "- 7, -7",
    "0x1F, 31",
    "0xFFFFFFFFFFFFFFFF, -1",
    "-9223372036854775808, -9223372036854775808"
  })
  void readsNumbersExactly(String text, long value) throws InvalidInputException {
    assertThat(scanner(text, PLAIN).number("a number")).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({"9223372036854775808", "12ab", "x", "''", "0x10000000000000000"})
  void refusesOtherNumbers(String text) {
    assertThatThrownBy(() -> scanner(text, PLAIN).number("a number"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("expected a number but found");
  }

  @Test
  void takesBlocks() throws InvalidInputException {
    TextScanner scanner = scanner("{ a { \"}\" } } b", RICH);
    assertThat(scanner.block("{", "}")).isEqualTo(new TextRange(0, 13));
    assertThat(scanner.peek().text()).isEqualTo("b");
    assertThatThrownBy(() -> scanner("{ {}", RICH).block("{", "}"))
        .hasMessage("f:1:1: error: '{' has no '}'");
  }

  @Test
  void placesOfAPieceCountFromItsStart() {
    SourceText piece = new SourceText(SourceSpan.at("g", 5, 10, 1), "ab\ncd");
    assertThat(piece.span(1, 5)).isEqualTo(SourceSpan.at("g", 5, 11, 1));
    assertThat(piece.span(4, 5)).isEqualTo(SourceSpan.at("g", 6, 2, 1));
    assertThat(new SourceText(SourceSpan.NONE, "a").span(0, 1)).isEqualTo(SourceSpan.NONE);
  }
}
