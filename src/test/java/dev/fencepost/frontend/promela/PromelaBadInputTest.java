// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.preprocess.IncludeResolver;
import dev.fencepost.source.preprocess.SourceUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong is said with its place. */
class PromelaBadInputTest {

  private static List<Diagnostic> errors(String text) {
    try {
      PromelaFrontEnd.translate(SourceUnit.of("model.pml", text));
      return List.of();
    } catch (InvalidInputException e) {
      return e.diagnostics();
    }
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          active proctype P() { x = 1 }                     | 1:23: error: 'x' is not declared
          byte x; active proctype P() { x!1 }               | 1:31: error: 'x' is no channel
          active proctype P() { goto nowhere }              | 1:23: error: there is no label 'nowhere' here
          active proctype P() { break }                     | 1:23: error: this break is in no loop
          init { run Q() }                                  | 1:8: error: there is no proctype 'Q'
          proctype Q(byte a) { skip } init { run Q() }      | 1:36: error: 'Q' takes 1 arguments, not 0
          inline f() { proctype Q() { skip } } init { run Q() } | 1:45: error: there is no proctype 'Q'
          byte y; init { skip } never { y = 1; do :: skip od } | 1:31: error: a never claim cannot change variables
          active proctype P() { byte a[2]; a = 1 }          | 1:34: error: 'a' is an array
          typedef T { byte f } T t; init { t = 1 }          | 1:34: error: 't' is a structure
          typedef T { byte f } T t; init { t.g = 1 }        | 1:36: error: 't' has no field 'g'
          byte x; byte x; init { skip }                     | 1:14: error: 'x' is declared twice
          init { L: skip; L: skip }                         | 1:20: error: the label 'L' is declared twice
          init { atomic { L: skip; skip } }                 | 1:20: error: the label 'L' cannot stand before the first statement here
          init { { L: if :: skip fi } }                     | 1:13: error: the label 'L' cannot stand before the first statement here
          init { do :: accept: skip od }                    | 1:22: error: the label 'accept' cannot stand before the first statement here
          init { end: skip unless { skip } }                | 1:13: error: the label 'end' cannot stand before the first statement here
          init { skip unless L: skip }                      | 1:23: error: the label 'L' cannot stand before the first statement here
          inline f() { L: skip } init { f() }               | error: the label 'L' cannot stand before the first statement here
          init { if fi }                                    | 1:11: error: expected '::', not 'fi'
          init { skip skip }                                | 1:13: error: expected ';' or '->' before 'skip'
          init { c_code { } }                               | 1:8: error: embedded C code is not supported: 'c_code'
          proctype Q() { skip } init { run Q() priority 2 } | process priorities are not supported: 'priority'
          proctype Q() { skip } init { set_priority(0, 2) } | process priorities are not supported: 'set_priority'
          c_decl { int x; } init { skip }                   | embedded C code is not supported: 'c_decl'
          init { c_expr { 1 } }                             | embedded C code is not supported: 'c_expr'
          init { missing!1 }                                | 1:8: error: 'missing' is not declared
          init { return 1 }                                 | is for inlines that are called for their value
          chan q = [1] of { bit }; init { skip } trace { q!1; skip } | a trace assertion consists of sends
          chan q = [1] of { bit }; init { skip } trace { q!1 } trace { q!1 } | there are several trace assertions
          byte x; ltl p { [] (x == 1 } init { skip }        | expected ')'
          proctype P() priority 3 { skip } init { skip }    | 1:14: error: process priorities are not supported: 'priority'
          byte x; init { d_step { x = 1; goto L2 }; L: skip; L2: skip } | a jump out of a d_step
          unsigned u; init { skip }                         | 1:10: error: an unsigned variable has a width of 1 to 32 bits
          chan c = [2] of { unsigned }; init { skip }       | unsigned cannot be the type of a field of a message
          init { byte x; { } }                              | a sequence needs at least one statement
          chan c = [1] of { bit }; init { do :: xr c; od }  | 1:45: error: a sequence needs at least one statement
          chan c = [1] of { bit }; init { if :: xr c :: skip fi } | 1:44: error: a sequence needs at least one statement
          chan c = [1] of { bit }; init { atomic { xr c; xs c } } | 1:53: error: a sequence needs at least one statement
          chan c = [1] of { bit }; init { d_step { xs c } } | 1:47: error: a sequence needs at least one statement
          chan c = [1] of { bit }; init { { xr c } }        | 1:40: error: a sequence needs at least one statement
          chan c = [1] of { bit }; init { { xr c } unless { skip } } | 1:40: error: a sequence needs at least one statement
          chan c = [1] of { bit }; init { skip unless { xr c } } | 1:52: error: a sequence needs at least one statement
          chan c = [1] of { bit }; inline e() { xr c } init { e() } | error: a sequence needs at least one statement
          init { int i; for (i : 1 .. 2) { } }              | 1:34: error: a sequence needs at least one statement
          init { if :: skip :: ; fi }                       | error: a sequence needs at least one statement
          init { }                                          | 1:8: error: a sequence needs at least one statement
          byte x;                                           | no process runs at the start
          active [300] proctype P() { skip }                | too many processes: 300 run at the start
          active [-1] proctype P() { skip }                 | 1:9: error: a number of processes cannot be negative
          active [1000000000] proctype P() { skip }         | 1:9: error: too many processes: 1000000000
          active [65536 * 65536] proctype P() { skip }      | 1:9: error: the value of '65536 * 65536' is too large
          byte x = 4294967297; init { skip }                | 1:10: error: the number 4294967297 is too large
          byte x[1 << 32]; init { skip }                    | 1:8: error: a shift is by 0 to 31 bits
          chan q[256] = [1] of { bit }; init { skip }       | 1:6: error: there are 256 channels here
          chan q = [255] of { int, int }, r[40] = [255] of { int, int }; init { skip } | 1:33: error: with 'r' the variables take 83722 bytes
          typedef T { byte a[257] } chan q = [0] of { T }; init { skip } | a message has 257 fields
          typedef T { unsigned a : 9 } chan q = [1] of { T }; init { skip } | unsigned cannot be the type of a field of a message
          int a[1073741824]; int b = 7; init { skip }       | 1:5: error: with 'a' the variables take 4294967296 bytes
          typedef row { int c[65536] } row a[16384]; init { skip } | 1:19: error: with 'c' the variables take 262144 bytes
          init { byte b[30000]; byte c[30000]; skip }       | 1:28: error: with 'c' the variables take 60000 bytes
          ltl p { [] y } init { skip }                      | 1:12: error: 'y' is not declared
          ltl p { [] ( } init { skip }                      | expected an expression, not '}'
          byte x; ltl p { <> (x == 1) && } init { skip }    | expected an expression
          init { if :: if :: skip :: else fi :: else fi }   | a choice inherits two options with 'else'
          init { if :: else :: else fi }                    | there are two options with 'else'
          active proctype P() { if :: P@M -> skip fi; M: skip } | 1:29: error: 'P' has no label 'M'
          byte t; proctype P(byte me) provided (t == me) { skip } init { run P(0) } | 1:44: error: 'me' is not declared
          init { skip } never { int y; skip }               | 1:23: error: a never claim or trace assertion has no variables of its own
          init { skip } never { { int y; skip } }           | 1:25: error: a never claim or trace assertion has no variables of its own
          init { skip } never { hidden byte y; skip }       | a never claim or trace assertion has no variables of its own
          inline f() { int y; skip } init { skip } never { f() } | a never claim or trace assertion has no variables of its own
          chan q = [1] of { bit }; init { skip } trace { int y; q!1 } | 1:48: error: a never claim or trace assertion has no variables
          never { do :: x == 0 od } int x; init { skip }    | 1:15: error: 'x' is not declared
          never { do :: x od } mtype = { x }; init { skip } | 1:15: error: 'x' is not declared
          never { do :: P@L od } active proctype P() { L: skip } | 1:15: error: 'P' has no label 'L'
          trace { q!1 } chan q = [1] of { bit }; init { skip } | 1:9: error: 'q' is not declared
          chan q = [1] of { bit }; init { skip } never { do :: q!1 od } | 1:54: error: a never claim cannot send or receive
          chan q = [1] of { bit }; init { skip } never { do :: q?_ od } | 1:54: error: a never claim cannot send or receive
          chan q = [1] of { bit }; init { skip } never { goto L; q?<_>; L: skip } | 1:56: error: a never claim cannot send or receive
          chan q = [1] of { bit }; init { skip } trace { atomic { q!1 } } | 1:48: error: a trace assertion consists of sends
          chan q = [1] of { bit }; init { skip } trace { { q!1 } } | 1:48: error: a trace assertion consists of sends
          chan q = [1] of { bit }; init { skip } trace { { q!1 } unless { q?1 } } | 1:48: error: a trace assertion consists of sends
          chan q = [1] of { bit }; init { skip } trace { goto L; skip; L: q!1 } | 1:56: error: a trace assertion consists of sends
          init { skip } never a { skip } never b { skip }   | 1:32: error: there are several never claims
          byte x; init { skip } ltl a { [] x } ltl a { <> x } | 1:38: error: there is a claim 'a' already
          byte x; init { skip } ltl a { [] x } never a { skip } | there is a claim 'a' already
          byte x; active proctype P() { skip } ltl P { [] x } | 1:42: error: 'P' is the name of a proctype already
          byte x; active proctype P() { skip } never P { x } | 1:44: error: 'P' is the name of a proctype already
          proctype Q() { skip } init { run Q() > 0 }        | 1:30: error: 'run' cannot stand in a part of a condition
          byte x; proctype Q() { skip } init { x == 1 && run Q() } | 1:48: error: 'run' cannot stand in a part of a condition
          byte x; proctype Q(int a) { skip } init { x = run Q(run Q(1)) } | 1:53: error: 'run' cannot stand in an argument of another
          chan q = [1] of { int }; proctype Q() { skip } init { q!run Q() } | error: 'run' cannot stand in a message
          proctype Q() { skip } init { byte x = run Q(); skip } | 1:39: error: 'run' cannot stand in an initial value
          proctype Q() { skip } ltl p { [] (run Q()) } init { skip } | error: 'run' cannot stand in a formula
          proctype Q() { skip } proctype R() provided (run Q()) { skip } init { skip } | error: 'run' cannot stand in a condition of a proctype
          chan q[1] = [1] of { bit }; init { xr q[0]; skip } | 1:39: error: 'xr' cannot be about an element of an array
          chan q = [1] of { bit }; active proctype P() { xr q; skip } active proctype R() { xr q; skip } | 1:86: error: 'P' and 'R' both say xr of 'q'
          chan q = [1] of { bit }; active proctype P() { xs q; skip } never { xs q; skip } | error: 'P' and 'never_0' both say xs of 'q'
          init { byte x = 1; x = 2; chan c = [1] of { bit } } | a new channel can be declared only at the start
          """)
  void saysWhatIsWrong(String text, String message) {
    assertThat(errors(text).toString()).contains(message);
  }

  /** SPIN 6.5.2 reads these too. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "never { do :: skip od } int x; init { x = 1 }",
        "int x; never N { do :: x == 0 od } active proctype P() { x = 1 }",
        "ltl p { [] (x < 2) } int x; init { x = 1 }",
        "ltl p { <> (P@L) } active proctype P() { L: skip }",
        "int x; init { x = 1 } ltl x { [] (x < 2) }",
        "int x; init { x = 1 } never x { do :: x == 0 od }",
        "chan q = [1] of { bit }; init { q!1 } never { do :: q?[1] || q??[0] od }",
        "chan q = [1] of { bit }; init { q!1 } never { xr q; do :: skip od }",
        "chan q = [1] of { bit }; init { q!1 } trace { xs q; do :: q!1 :: q?1 od }",
        "chan q = [1] of { bit }; trace { q!_ } init { q!1 }",
        "chan q = [1] of { bit }; init { xr q; xs q; xr q; q!1; q?1 }",
        "chan q = [1] of { bit }; active proctype P() { xr q; q?_ }"
            + " active proctype R() { xs q; q!1 }",
        "proctype Q() { skip } init { (run Q()) }",
        "int x; proctype Q() { skip } init { x = run Q() + run Q(); assert(run Q() > 0) }",
        "proctype Q() { skip } init { run Q() } never { do :: run Q() od }"
      })
  void takesClaimsAsSpinDoes(String text) {
    assertThat(errors(text)).isEmpty();
  }

  @Test
  void anyValueIsForTracesAlone() {
    String text = "chan q = [1] of { bit }; trace { q!_ } init { q!_ }";
    assertThat(errors(text).toString()).contains("1:49: error: '_' cannot be read");
  }

  @Test
  void thereAreAtMostSoManyTypes() {
    StringBuilder text = new StringBuilder("init { skip }");
    for (int i = 0; i < 256; i++) {
      text.append(" proctype P" + i + "() { skip }");
    }
    assertThat(errors(text.toString()).toString()).contains("too many proctypes");
  }

  @Test
  void anUnknownIncludeNamesTheFile() {
    assertThat(errors("#include \"other.pml\"\ninit { skip }").toString())
        .contains("the header 'other.pml' was not found");
  }

  @Test
  void includesAndDefinesFromOutsideAreUsed() {
    SourceUnit source =
        new SourceUnit(
            "model.pml",
            "#include \"n.pml\"\nactive [N] proctype P() { assert(_nr_pr <= M) }",
            new LinkedHashMap<>(Map.of("M", "3")),
            (header, from, quoted) ->
                Optional.of(new IncludeResolver.Included(header, "#define N (M - 1)\n")));
    assertThat(active(source)).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#define P(n) a ## n\nbyte a1; active [2] proctype Q() { P(1) = 1 }",
        "#define N 1\n#define N 2\nactive [N] proctype Q() { skip }",
        "#define F(x) x + 1\n#if F(1) * 2 == 3 && !defined(G)\n#define N 2\n#endif\n"
            + "active [N] proctype Q() { skip }",
        "#if 0\nit's \"skipped\n#elif 1 ? 2 : 0\n#define N 2\n#else\n#error no\n#endif\n"
            + "active [N] proctype Q() { skip }",
        "# 1 \"model.pml\"\n#line 7\n#ident \"x\"\n#pragma y\n"
            + "active [2] proctype Q() { int i; for (i : 1..5) { skip } }",
        "#define TELL(s) printf(#s)\n#define LIST(x, ...) x , __VA_ARGS__\n"
            + "active [2] proctype Q() { TELL(a \"b\"); printf(LIST(\"%d %d\", 1, 'a')) }",
        "#define SPLIT \\\n  2\nbool b; active [SPLIT] proctype Q() { b = b /\\ b \\/ b }"
      })
  void preprocessesAsACompilerWould(String text) {
    assertThat(active(SourceUnit.of("model.pml", text))).isEqualTo(2);
  }

  private static int active(SourceUnit source) {
    try {
      return PromelaFrontEnd.translate(source).active().size();
    } catch (InvalidInputException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void allErrorsAreReportedAtOnce() {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(
            () ->
                PromelaFrontEnd.translate(SourceUnit.of("m.pml", "init { a = 1; b = 2; run C() }")))
        .satisfies(e -> assertThat(e.diagnostics()).hasSize(3));
  }
}
