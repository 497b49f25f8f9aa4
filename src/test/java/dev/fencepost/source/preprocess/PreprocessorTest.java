// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Punctuators;
import dev.fencepost.source.SourceSpan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The preprocessor with a language that is neither C nor Promela: what it leaves to the dialect.
 */
class PreprocessorTest {
  private static final Map<String, String> HEADERS =
      Map.of(
          "a.h", "#pragma once\nfrom_a\n#include \"b.h\"\n",
          "b.h", "#include \"a.h\"\nfrom_b\n",
          "self.h", "#include \"self.h\"\n");

  private final Diagnostics diagnostics = new Diagnostics();
  private boolean lenient;

  /** A language of words, numbers and a few signs. */
  private final class Toy implements Dialect {
    private static final Punctuators SIGNS =
        new Punctuators("..", "##", "#", "(", ")", ",", "+", "<", ">");

    @Override
    public Punctuators punctuators() {
      return SIGNS;
    }

    @Override
    public boolean dotsInNumbers() {
      return !lenient;
    }

    @Override
    public boolean mayRedefine() {
      return lenient;
    }

    @Override
    public boolean ignores(Token directive) {
      return lenient;
    }

    @Override
    public SequencedMap<String, String> predefined() {
      return new LinkedHashMap<>(Map.of("TOY", "1"));
    }

    @Override
    public Optional<TokenLines> header(String name) {
      Token word = Token.make(Token.Kind.IDENTIFIER, "built_in", SourceSpan.at(name, 1, 1, 8));
      return name.equals("toy.h")
          ? Optional.of(TokenLines.of(List.of(List.of(word))))
          : Optional.empty();
    }

    @Override
    public List<Token> pragma(SourceSpan place, List<Token> words, Diagnostics where) {
      return List.of(Token.make(Token.Kind.IDENTIFIER, "pragma_" + words.size(), place));
    }
  }

  private Preprocessor preprocessor(String text, Map<String, String> defines) {
    IncludeResolver includes =
        (header, from, quoted) ->
            Optional.ofNullable(HEADERS.get(header))
                .map(found -> new IncludeResolver.Included(header, found));
    SourceUnit unit = new SourceUnit("toy", text, new LinkedHashMap<>(defines), includes);
    return new Preprocessor(unit, new Toy(), new SourceTexts(includes), diagnostics);
  }

  private List<Token> run(String text) {
    List<Token> tokens = preprocessor(text, Map.of()).run();
    assertThat(tokens.getLast().kind()).isEqualTo(Token.Kind.END);
    return tokens.subList(0, tokens.size() - 1);
  }

  private String text(String text) {
    return String.join(" ", run(text).stream().map(Token::text).toList());
  }

  private String errors() {
    InvalidInputException found =
        catchThrowableOfType(InvalidInputException.class, diagnostics::throwIfAny);
    return found == null ? "" : found.getMessage();
  }

  @Test
  void aTokenOfAMacroStandsWhereTheMacroIsUsed() {
    List<Token> tokens = run("#define INNER deep\n#define OUTER INNER\n  OUTER end\n");
    assertThat(tokens).extracting(Token::text).containsExactly("deep", "end");
    assertThat(tokens.getFirst().span()).isEqualTo(SourceSpan.at("toy", 3, 3, 5));
    assertThat(tokens.getLast().span()).isEqualTo(SourceSpan.at("toy", 3, 9, 3));
  }

  @Test
  void aHeaderIsReadOnceIfItSaysSo() {
    assertThat(text("#include \"a.h\"\n#include \"b.h\"\nend"))
        .isEqualTo("from_a from_b from_b end");
    assertThat(errors()).isEmpty();
  }

  @Test
  void aHeaderOfTheDialectIsBuiltIn() {
    Preprocessor preprocessor = preprocessor("#include <toy.h>\nend", Map.of());
    assertThat(preprocessor.run()).extracting(Token::text).containsExactly("built_in", "end", "");
    assertThat(preprocessor.headers()).containsExactly("toy.h");
  }

  @Test
  void aHeaderThatIncludesItselfForEverIsAnError() {
    run("#include \"self.h\"\n");
    assertThat(errors()).contains("self.h");
  }

  @Test
  void theDialectSaysWhatAPragmaStandsFor() {
    assertThat(text("#pragma one two\nend")).isEqualTo("pragma_2 end");
  }

  @Test
  void theDialectSaysWhetherAMacroMayBeDefinedAgain() {
    lenient = true;
    assertThat(text("#define A 1\n#define A 2\nA")).isEqualTo("2");
    assertThat(errors()).isEmpty();
    lenient = false;
    run("#define A 1\n#define A 2\nA");
    assertThat(errors()).contains("toy:2:");
  }

  @Test
  void theDialectSaysWhichDirectivesAreIgnored() {
    lenient = true;
    assertThat(text("#colour red\nend")).isEqualTo("end");
    assertThat(errors()).isEmpty();
    lenient = false;
    run("#colour red\nend");
    assertThat(errors()).contains("colour");
  }

  @Test
  void theDialectSaysWhetherNumbersHaveDots() {
    assertThat(text("1..5")).isEqualTo("1..5");
    lenient = true;
    assertThat(text("1..5")).isEqualTo("1 .. 5");
  }

  @Test
  void macrosOfTheCommandLineComeFirst() {
    Preprocessor preprocessor = preprocessor("#if N > 2\nN\n#endif\n", Map.of("N", "1 + 2"));
    assertThat(preprocessor.run()).extracting(Token::text).containsExactly("1", "+", "2", "");
    preprocessor("", Map.of("1st", "1")).run();
    assertThat(errors()).contains("'1st' cannot be defined");
  }

  @Test
  void whatIsNotChosenMayBeAnything() {
    assertThat(text("#if 0\n#if nonsense (\n'\n#else\n#endif\n#else\nright\n#endif\n"))
        .isEqualTo("right");
    assertThat(errors()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "#if 1, toy:1:",
    "#endif, toy:1:",
    "#else, toy:1:",
    "'#if 1\n#else\n#else\n#endif', toy:3:",
  })
  void conditionsThatDoNotMatchAreErrors(String text, String place) {
    run(text + "\n");
    assertThat(errors()).contains(place);
  }

  @Test
  void macrosOfTheEndAreKnownAfterwards() {
    Preprocessor preprocessor = preprocessor("#define TWICE(a) a a\n#define X y\n", Map.of());
    preprocessor.run();
    SourceSpan place = SourceSpan.at("toy", 7, 1, 1);
    assertThat(preprocessor.tokens("TWICE(X)", place))
        .extracting(Token::text)
        .containsExactly("y", "y", "");
    assertThat(preprocessor.tokens("X", place)).allMatch(token -> token.span().equals(place));
    assertThat(preprocessor.expansion("X").orElseThrow())
        .extracting(Token::text)
        .containsExactly("y");
    assertThat(preprocessor.expansion("TOY")).isPresent();
    assertThat(preprocessor.expansion("UNKNOWN")).isEmpty();
  }

  @Test
  void linesMayEndAsOnWindows() {
    assertThat(text("#define A \\\r\n  b\r\nA\r\nc")).isEqualTo("b c");
  }
}
