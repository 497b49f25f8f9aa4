// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormulaParserTest {
  private final List<String> atoms = new ArrayList<>();
  private final List<SourceSpan> spans = new ArrayList<>();

  private LtlFormula parse(String text) throws InvalidInputException {
    return FormulaParser.parse(
        text,
        SourceSpan.at("m.pml", 7, 5, 1),
        (atom, span) -> {
          if (!atoms.contains(atom)) {
            atoms.add(atom);
            spans.add(span);
          }
          return new LtlFormula.Atom(atoms.indexOf(atom));
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          a                              ; p0
          [] a U b                       ; ([] p0) U p1
          [](a -> <>b)                   ; [] (!p0 || <> p1)
          a -> b -> c                    ; (!(!p0 || p1)) || p2
          a || b && c                    ; p0 || (p1 && p2)
          a && b || c                    ; (p0 && p1) || p2
          a -> b U c                     ; !p0 || (p1 U p2)
          a U b U c                      ; (p0 U p1) U p2
          a U b V c                      ; (p0 U p1) V p2
          a <-> b                        ; (p0 && p1) || (!p0 && !p1)
          X a && b                       ; X p0 && p1
          !a U b                         ; !p0 U p1
          !!a                            ; p0
          a W b                          ; p1 V (p0 || p1)
          always a implies eventually b  ; (![] p0) || <> p1
          a weakuntil next b             ; X p1 V (p0 || X p1)
          a release b                    ; p0 V p1
          a equivalent b                 ; (p0 && p1) || (!p0 && !p1)
          a until b                      ; p0 U p1
          ((a)) && (true || false)       ; p0 && (true || false)
          a /\\ b \\/ c                  ; (p0 && p1) || p2
          """)
  void groupsAsSpinDoes(String text, String expected) throws InvalidInputException {
    LtlFormula formula = parse(text);
    List<String> found = List.copyOf(atoms);
    assertThat(formula)
        .isEqualTo(
            FormulaParser.parse(
                expected,
                SourceSpan.NONE,
                (atom, span) -> new LtlFormula.Atom(Integer.parseInt(atom.substring(1)))));
    assertThat(found).isSubsetOf("a", "b", "c");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          [] (x == 1 && y > 2)                 ; x == 1 | y > 2
          [] x == 1                            ; x == 1
          ! x == 1                             ; ! x == 1
          !(x == 1)                            ; x == 1
          !x U y                               ; x | y
          (x + 1) * 2 == y U z                 ; (x + 1) * 2 == y | z
          f(a && b) -> c                       ; f(a && b) | c
          (x & 1) != 0 && (y | 2)              ; (x & 1) != 0 | y | 2
          a[i + 1] <= b[j] || c                ; a[i + 1] <= b[j] | c
          P[1]@crit && worker:count < 3        ; P[1]@crit | worker:count < 3
          reached("a && b") U len(q) == 2      ; reached("a && b") | len(q) == 2
          {p->mark == 1} -> <> {q->next != 0}  ; p->mark == 1 | q->next != 0
          Until U Xenon                        ; Until | Xenon
          x < -y && x<y                        ; x < -y | x<y
          """)
  void atomsAreTextBetweenOperators(String text, String expected) throws InvalidInputException {
    parse(text);
    assertThat(String.join(" | ", atoms)).isEqualTo(expected);
  }

  @Test
  void atomsKnowTheirPlace() throws InvalidInputException {
    parse("[] (req\n  -> <> (ack == 1))");
    assertThat(spans)
        .containsExactly(SourceSpan.at("m.pml", 7, 9, 3), SourceSpan.at("m.pml", 8, 10, 8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          []           ; m.pml:7:7 ; an operand is missing here
          a &&         ; m.pml:7:9 ; an operand is missing here
          a U || b     ; m.pml:7:9 ; an operand is missing here
          (a && b      ; m.pml:7:12 ; a closing parenthesis is missing here
          a && b)      ; m.pml:7:11 ; the formula should end here
          ()           ; m.pml:7:6 ; an operand is missing here
          a [] b       ; m.pml:7:7 ; the formula should end here
          '[] {a'      ; m.pml:7:10 ; an operand is missing here
          """)
  void errorsTellTheirPlace(String text, String place, String message) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            e -> {
              Diagnostic first = e.diagnostics().getFirst();
              assertThat(first.message()).isEqualTo(message);
              assertThat(first.span().toString()).isEqualTo(place);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n"})
  void nothingIsNoFormula(String text) {
    assertThatThrownBy(() -> parse(text)).hasMessageContaining("an operand is missing here");
  }

  @Test
  void deepNestingIsRefused() {
    assertThatThrownBy(() -> parse("!".repeat(100_000) + "a"))
        .hasMessageContaining("nested too deeply");
    assertThatThrownBy(() -> parse("(".repeat(1_000) + "a" + ")".repeat(1_000)))
        .hasMessageContaining("nested too deeply");
  }

  @Test
  void whatTheReaderRefusesIsRefused() {
    assertThatThrownBy(
            () ->
                FormulaParser.parse(
                    "[] nothing",
                    SourceSpan.NONE,
                    (atom, span) -> {
                      throw new InvalidInputException(new Diagnostic(span, "no such variable"));
                    }))
        .hasMessageContaining("no such variable");
  }

  @Test
  void knowsWhetherNextIsUsed() throws InvalidInputException {
    assertThat(parse("[] (a -> (b U !X c))").usesNext()).isTrue();
    assertThat(parse("[] (a -> (b U !c))").usesNext()).isFalse();
  }

  @Test
  void textOfAFormulaReadsBack() throws InvalidInputException {
    for (int seed = 0; seed < 500; seed++) {
      LtlFormula formula = new RandomFormulas(seed, 3).next(seed % 12);
      assertThat(
              FormulaParser.parse(
                  formula.text(),
                  SourceSpan.NONE,
                  (atom, span) -> new LtlFormula.Atom(Integer.parseInt(atom.substring(1)))))
          .isEqualTo(formula);
    }
  }
}
