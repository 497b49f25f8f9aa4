// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Fencepost;
import dev.fencepost.frontend.c.CFrontEnd;
import dev.fencepost.ir.CellKinds;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Objects that are read and written as other types than they have: what a compiler makes of it, or
 * no answer, and never another value.
 */
class MixedAccessesTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int PROGRAMS = 60;
  private static final String HEADERS =
      """
      #include <assert.h>
      #include <stdlib.h>
      #include <string.h>
      """;

  @TempDir Path folder;

  @Test
  void compiledProgramsComeToTheSameValues() throws Exception {
    Path compiler = Path.of("/usr/bin/gcc");
    assumeTrue(Files.exists(compiler), "no gcc on this machine: nothing to compare with");
    Random random = new Random(SEED);
    List<RandomAccesses> programs = new ArrayList<>();
    StringBuilder text = new StringBuilder("#include <stdio.h>\n" + HEADERS);
    StringBuilder calls = new StringBuilder();
    for (int i = 0; i < PROGRAMS; i++) {
      RandomAccesses program = new RandomAccesses(random, "f" + i);
      programs.add(program);
      text.append(program.text(read -> "printf(\"%ld\\n\", (long)(" + read + "));"));
      calls.append("f" + i + "();\n");
    }
    Path source = folder.resolve("all.c");
    Path binary = folder.resolve("all");
    Files.writeString(source, text + "int main(void) {\n" + calls + "return 0; }\n");
    String[] compile = {
      compiler.toString(), "-w", "-O1", "-fno-strict-aliasing", "-o", "" + binary, "" + source
    };
    assertThat(run(compile)).as(log()).isZero();
    assertThat(run(binary.toString())).as(log()).isZero();
    List<String> values = log().lines().toList();
    int next = 0;
    int mixed = 0;
    int judgedTwice = 0;
    for (RandomAccesses program : programs) {
      List<String> read = values.subList(next, next + program.reads());
      next += program.reads();
      mixed += program.isMixed() ? 1 : 0;
      judgedTwice += judged(program, read) ? 1 : 0;
    }
    assertThat(next).isEqualTo(values.size());
    assertThat(mixed).isBetween(PROGRAMS / 5, PROGRAMS * 4 / 5);
    assertThat(judgedTwice).isGreaterThan(PROGRAMS / 5);
  }

  /** Whether the reference machine has judged it too. */
  private static boolean judged(RandomAccesses program, List<String> values) throws Exception {
    List<String> left = new ArrayList<>(values);
    String text =
        HEADERS
            + program.text(read -> "assert((long)(" + read + ") == " + left.removeFirst() + "L);")
            + "int main(void) { "
            + program.name()
            + "(); return 0; }\n";
    CheckResult result =
        Checker.check(CheckTask.of("mixed.c", "sc").withText(text), CheckListener.NONE);
    assertThat(result.verdict().word())
        .as(text)
        .isEqualTo(program.isMixed() ? "inconclusive" : "holds");
    CheckedProgram checked = CFrontEnd.translate(SourceUnit.of("mixed.c", text));
    ReferenceResult reference =
        new ReferenceMachine(checked, BuiltInModels.named("sc").orElseThrow(), 8).explore(10_000);
    if (reference.complete()) {
      assertThat(reference.violations())
          .as(text)
          .isEqualTo(program.isMixed() ? Set.of(CellKinds.OTHER_TYPE) : Set.of());
    }
    return reference.complete();
  }

  private int run(String... command) throws IOException, InterruptedException {
    ProcessBuilder process = new ProcessBuilder(command);
    Path log = folder.resolve("log");
    return process.redirectErrorStream(true).redirectOutput(log.toFile()).start().waitFor();
  }

  private String log() throws IOException {
    Path log = folder.resolve("log");
    return Files.exists(log) ? Files.readString(log) : "";
  }

  private static CheckResult check(String text) throws Exception {
    return Fencepost.checkText("mixed.c", HEADERS + text).model("tso").threads(1).run();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "unsigned char b; int main(void) { void *p = &b; *(int *)p = 300; return 0; }",
        "int x, *p = &x; int main(void) { char *q = (char *)(void *)&p; *q = 1; return 0; }",
        "struct a { int x; }; struct b { unsigned char x; }; struct b b;"
            + " int main(void) { ((struct a *)(void *)&b)->x = 300; return b.x; }",
        "struct a { int x; }; struct b { unsigned char x; }; struct b b; struct a c = { 300 };"
            + " int main(void) { *(struct a *)(void *)&b = c; return b.x; }",
        "unsigned u; int f(void *p) { return *(int *)p; } int main(void) { return f(&u); }",
        "_Bool b; int main(void) { void *p = &b; *(unsigned char *)p = 2; return 0; }",
        "long l; void f(void *p) { memset((int *)p, -1, sizeof(int)); }"
            + " int main(void) { f(&l); return 0; }",
        "long l; int i; void f(void *p, void *q) { memcpy(p, q, sizeof(int)); }"
            + " int main(void) { f(&l, &i); return 0; }",
        "int main(void) { void *p = malloc(sizeof(int)); *(int *)p = 1; return *(char *)p; }",
        "struct s { unsigned f : 3; }; struct s s; int main(void) { void *p = &s;"
            + " return *(unsigned char *)p; }",
      })
  void accessesOfAnotherTypeHaveNoAnswer(String text) throws Exception {
    CheckResult result = check(text);
    assertThat(result.verdict()).isInstanceOf(Verdict.Inconclusive.class);
    assertThat(((Verdict.Inconclusive) result.verdict()).limit())
        .startsWith("mixed.c:4:")
        .contains(CellKinds.OTHER_TYPE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "struct a { int x; struct a *n; }; struct b { struct b *n; unsigned char x; };"
            + " static void *get(size_t n) { void *p = malloc(n); return p; }"
            + " int main(void) { struct a *a = get(sizeof *a); struct b *b = get(sizeof *b);"
            + " a->x = -1; a->n = a; b->x = 255; b->n = b; assert(a->x == -1 && b->x == 255);"
            + " return 0; }",
        "struct s { unsigned f : 3, g : 20; }; union u { struct s s; unsigned w; }; union u u;"
            + " int main(void) { union u *p = &u; p->s.f = 5; p->s.g = 1; assert(p->w == 13);"
            + " return 0; }",
        "struct s { unsigned f : 3, g : 20; unsigned char h : 2; int i : 4; }; struct s v[2], *q;"
            + " int main(void) { struct s *p = &v[1]; q = p; p->f = 5; q->g = 1; q->i = -3; p->f++;"
            + " struct s w = *q; assert(p->f == 6 && q->g == 1 && q->i == -3 && w.f == 6);"
            + " return 0; }",
        "union u { char c; long l[2]; }; union u a, b; int main(void) { union u *p = &a;"
            + " p->c = -1; b = *p; assert(b.c == -1); return 0; }",
        "union u { void *p; unsigned long n; long s; }; int main(void) { union u u; u.s = -1;"
            + " assert(u.n == -1ul); u.p = 0; assert(u.n == 0 && u.s == 0); return 0; }",
        "#include <stddef.h>\n"
            + "struct s { short a; long f[2]; }; struct s s; int main(void) { struct s *o = &s;"
            + " o->f[1] = 7; long off = (char *)&o->f[1] - (char *)o; assert(off == offsetof(struct"
            + " s, f[1]) && *(long *)((char *)o + off) == 7); void *v = o, *w = &o->f[1]; assert(w"
            + " - v == off); assert(*(long *)((char *)&o->f[0] + 4 + 4) == 7); return 0; }",
        "long l; int main(void) { void *p = &l; *(unsigned long *)p = -1; assert(l == -1);"
            + " return 0; }",
        "int x, *p; int main(void) { void *q = &p; *(void **)q = &x; *p = 3; assert(x == 3);"
            + " return 0; }",
      })
  void accessesOfOneKindHold(String text) throws Exception {
    assertThat(check(text).verdict()).isInstanceOf(Verdict.Holds.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "char s[16]; void f(void *v) { *((char *)v + 8) = 5; } int main(void) { f(s); return 0; }",
        "char s[16]; void f(void *v) { ((char *)v)[8] = 5; } int main(void) { f(s); return 0; }",
        "char s[16]; void f(void *v) { *(char *)(v + 8) = 5; } int main(void) { f(s); return 0; }",
        "char s[16]; void f(void *v) { char *c = (char *)v + 8; *c = 5; }"
            + " int main(void) { f(s); return 0; }",
      })
  void charactersAreNoBytes(String text) {
    assertThat(catchThrowable(() -> check(text))).hasMessageContaining("moved by bytes");
  }

  @Test
  void propertiesThroughPointersAsk() throws Exception {
    String text =
        """
        #include <fencepost.h>
        struct a { int x; }; struct b { unsigned char x; };
        struct b b; struct a c, *p;
        FENCEPOST_%s
        int main(void) { p = %s; return 0; }
        """;
    String invariant = "INVARIANT(small, p == 0 || p->x == 0)";
    String formula = "LTL(small, \"[] {p == 0 || p->x == 0}\")";
    String other = "(struct a *)(void *)&b";
    assertThat(check(text.formatted(invariant, "&c")).verdict().word()).isEqualTo("holds");
    assertThat(check(text.formatted(invariant, other)).verdict().word()).isEqualTo("inconclusive");
    assertThat(check(text.formatted(formula, "&c")).verdict().word()).isEqualTo("holds");
    assertThat(catchThrowable(() -> check(text.formatted(formula, other))))
        .hasMessageContaining("a pointer in this formula may be to an object of another type");
  }
}
