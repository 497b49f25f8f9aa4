// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Unrolling;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Origin;
import dev.fencepost.source.preprocess.SourceUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

class CFrontEndTest {

  private static List<Instruction> code(String text) throws InvalidInputException {
    return CFrontEnd.translate(Sources.of("test.c", text)).program().threads().getFirst().code();
  }

  private static Origin origin(String text) throws InvalidInputException {
    return code(text).getFirst().origin();
  }

  @Test
  void originsShowTheStatementInTheUsersWords() throws Exception {
    Origin origin = origin("int x;\nint main(void) {\n  x =   1 /* one */\n    + 2;\n}\n");
    assertThat(origin.text()).isEqualTo("x = 1 + 2;");
    assertThat(origin.span()).hasToString("test.c:3:3");
    assertThat(origin.span().endLine()).isEqualTo(4);
    assertThat(origin.function()).isEqualTo("main");
  }

  @Test
  void originsOfMacrosShowTheirUse() throws Exception {
    String text =
        "#define SET(v, n) v = n; \\\n  v = n + 1\nint x;\nint main(void) { SET(x, 5); }\n";
    List<Instruction> code = code(text);
    assertThat(code.get(0).origin().text()).isEqualTo("SET(x, 5)");
    assertThat(code.get(1).origin().text()).isEqualTo("SET(x, 5);");
    assertThat(code.get(1).origin().span()).hasToString("test.c:4:18");
  }

  @Test
  void messagesOfAssertionsHaveAllParentheses() throws Exception {
    String text = "#include <assert.h>\nint x;\nint main(void) { assert( (x + 1) == (1) ); }\n";
    assertThat(code(text))
        .filteredOn(Instruction.Assert.class::isInstance)
        .extracting(failure -> ((Instruction.Assert) failure).message())
        .containsExactly("(x + 1) == (1)");
  }

  @Test
  void originsOfInlinedFunctionsNameTheFunction() throws Exception {
    Origin origin =
        origin("int x; static void set(int v) { x = v; }\nint main(void) { set(1); }\n");
    assertThat(origin.text()).isEqualTo("x = v;");
    assertThat(origin.function()).isEqualTo("set");
    assertThat(origin.span().line()).isEqualTo(1);
  }

  @Test
  void loopsThatStartThreadsAreWrittenOut() throws Exception {
    String text =
        """
        #include <pthread.h>
        #include <stdint.h>
        int x, y;
        static void *f(void *n) { x = (int)(intptr_t)n; return 0; }
        int main(void) {
          pthread_t t;
          for (int i = 0; i < 3; i++)
            if (i != 1)
              pthread_create(&t, 0, f, (void *)(intptr_t)i);
          while (x < 2)
            y = x;
        }
        """;
    List<Instruction> code = code(text);
    assertThat(code)
        .filteredOn(Instruction.Spawn.class::isInstance)
        .extracting(i -> ((Instruction.Spawn) i).argument())
        .containsExactly(Expr.constant(0), Expr.constant(2));
    assertThat(code).filteredOn(Instruction.Branch.class::isInstance).hasSize(1);
    assertThat(Unrolling.hasLoops(CFrontEnd.translate(Sources.of("test.c", text)).program()))
        .isTrue();
  }

  @Test
  void longStatementsAreCut() throws Exception {
    Origin origin = origin("int x; int main(void) { x = " + "1 + ".repeat(40) + "1; }");
    assertThat(origin.text()).hasSizeBetween(70, 80).endsWith(" ...");
  }

  @Test
  void definesComeBeforeTheText() throws Exception {
    SequencedMap<String, String> defines = new LinkedHashMap<>();
    defines.put("A", "B");
    defines.put("B", "4");
    defines.put("EMPTY", "");
    Program program =
        CFrontEnd.translate(
                Sources.of("test.c", "EMPTY int x = A; int main(void) { x = 1; }", defines))
            .program();
    assertThat(program.memory().getFirst().initial()).isEqualTo(4);
  }

  @Test
  void aDefineThatIsNoNameIsRefused() {
    SequencedMap<String, String> defines = new LinkedHashMap<>();
    defines.put("1+", "4");
    assertThatThrownBy(() -> CFrontEnd.translate(Sources.of("test.c", "", defines)))
        .hasMessageContaining("'1+' cannot be defined");
  }

  @Test
  void cellsLieApartAndObjectsHaveGapsBetweenThem() throws Exception {
    Program program =
        CFrontEnd.translate(
                SourceUnit.of("test.c", "int a[2]; int b; int main(void) { a[0] = b; }"))
            .program();
    assertThat(program.memory().get(2).isGap()).isTrue();
    assertThat(program.cellAt(Program.addressOf(2))).isEqualTo(-1);
    assertThat(program.memory().get(3).name()).isEqualTo("b");
  }

  @Test
  void onlyTheMainThreadRunsAtTheStart() throws Exception {
    Program program =
        CFrontEnd.translate(
                SourceUnit.of(
                    "test.c",
                    """
                    #include <pthread.h>
                    void *f(void *a) { return a; }
                    void *unused(void *a) { return a; }
                    int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); }
                    """))
            .program();
    assertThat(program.threads()).extracting("name").containsExactly("main", "f");
    assertThat(program.initial()).containsExactly(new Program.ThreadStart(0, 0));
  }

  @Test
  void tokensAndTreeCanBeShown() throws Exception {
    SourceUnit source = SourceUnit.of("test.c", "int x = 1 + 2;");
    assertThat(CFrontEnd.showTokens(source)).startsWith("test.c:1:1: IDENTIFIER int\n");
    assertThat(CFrontEnd.showTree(source)).contains("Binary operator=+  @1:9");
  }
}
