// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code fencepost fences} with orders of accesses. */
class FencesOrdersTest {
  private static final String HEAD =
      """
      #include <assert.h>
      #include <fencepost.h>
      #include <pthread.h>
      #include <stdatomic.h>
      #include <stddef.h>
      """;

  private static final String TAIL =
      """
      int main(void)
      {
          pthread_t s, t;
          pthread_create(&s, NULL, writer, NULL);
          pthread_create(&t, NULL, reader, NULL);
          return 0;
      }
      """;

  /** Message passing: a declaration, what the writer does, what the reader does. */
  private static String passing(String declared, String writes, String reads) {
    return HEAD
        + declared
        + "static void *writer(void *unused)\n{\n    "
        + writes
        + "\n    return unused;\n}\nstatic void *reader(void *unused)\n{\n    "
        + reads
        + "\n    return unused;\n}\n"
        + TAIL;
  }

  @TempDir Path folder;

  private CommandRun run(String text, String... options) {
    return new FencesFolder(folder).run(text, options);
  }

  private static final String STRONG =
      passing(
          "static atomic_int data, flag;\n",
          "atomic_store(&data, 1);\n    atomic_store(&flag, 1);",
          "if (atomic_load(&flag))\n        assert(atomic_load_explicit(&data,\n"
              + "                    memory_order_seq_cst) == 1);");

  @Test
  void theWeakestOrdersAreFoundForAllProcessors() {
    CommandRun run = run(STRONG, "--model", "cpus", "--orders");
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("+    atomic_store_explicit(&data, 1, memory_order_relaxed);")
        .contains("+    atomic_store_explicit(&flag, 1, memory_order_release);")
        .contains("+    if (atomic_load_explicit(&flag, memory_order_acquire))")
        .contains("+                    memory_order_relaxed) == 1);")
        .contains(
            "seq_cst (xchg) can be relaxed (mov) on x86; seq_cst (stlr) can be release (stlr) on"
                + " armv8; seq_cst (fence rw,w; s) can be release (fence rw,w; s) on riscv; seq_cst"
                + " (sync; st) can be release (lwsync; st) on power\n");
  }

  @Test
  void ordersThatAreStrongerThanNeededAreNamed() {
    CommandRun run = run(STRONG, "--model", "armv8", "--weaken");
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("in line 9 (atomic_store(&data, 1)): seq_cst can be relaxed")
        .contains(
            "in line 10 (atomic_store(&flag, 1)): seq_cst can be release, fast path, cost 400")
        .contains("without it, under armv8: line 16, ");
  }

  @Test
  void ordersOfPlainAccessesMayBeCheaperThanFences() {
    String plain =
        passing(
            "static int data, flag;\n",
            "data = 1;\n    flag = 1;",
            "if (flag)\n        assert(data == 1);");
    CommandRun run = run(plain, "--model", "armv8", "--add", "both");
    assertThat(run.out())
        .contains("+    __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);")
        .contains("+    if (__atomic_load_n(&flag, __ATOMIC_ACQUIRE))");
    CommandRun dear =
        run(plain, "--model", "armv8", "--add", "both", "--cost", "store[release]=50");
    assertThat(dear.out()).contains("+    fence_named(\"WW\");");
    assertThat(run(plain, "--model", "armv8", "--add", "orders").out())
        .contains("plain must be release");
  }

  @Test
  void aCasThatIsNoFenceBecomesOne() {
    String locked =
        passing(
            "static int data, flag;\n",
            "data = 1;\n    cas(&flag, 0, 1);",
            "if (flag)\n        assert(data == 1);");
    CommandRun run = run(locked, "--model", "pso-no", "--add", "orders");
    assertThat(run.out())
        .contains("+    cas_explicit(&flag, 0, 1, memory_order_release, memory_order_relaxed);")
        .contains("relaxed must be release");
    String without = locked.replace("#include <stdatomic.h>\n", "");
    assertThat(run(without, "--model", "pso-no", "--add", "orders").out())
        .contains("+#include <stdatomic.h>", "+    cas_explicit(");
  }

  @Test
  void anAccessThatAMacroMakesIsWrittenOut() {
    String macros =
        passing(
            """
            #define get(p) atomic_load_explicit(p, memory_order_seq_cst)
            #define set(p, value) atomic_store_explicit(p, value, memory_order_seq_cst)
            #define BOTH(p, q) (atomic_load(p) + atomic_load(q))
            static atomic_int data, flag;
            """,
            "set(&data, 1);\n    set(&flag, 1);",
            "if (BOTH(&flag, &flag) == 2)\n        assert(get(&data) == 1);");
    CommandRun run = run(macros, "--model", "armv8", "--orders");
    assertThat(run.out())
        .contains("+    atomic_store_explicit(&flag, 1, memory_order_release);")
        .contains("assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);")
        .doesNotContain("+    if");
  }

  @Test
  void keptAccessesStayAsTheyAre() {
    String kept = STRONG.replace("    atomic_store(&data", "    fencepost_keep atomic_store(&data");
    assertThat(run(kept, "--model", "armv8", "--orders").out())
        .doesNotContain("atomic_store_explicit(&data");
  }

  @Test
  void patchesOfOrdersHold() {
    Path out = folder.resolve("out");
    assertThat(run(STRONG, "--model", "armv8,x86", "--orders", "--apply", out.toString()).status())
        .isZero();
    Path patched = new FencesFolder(folder).patched();
    assertThat(CommandRun.of("check", patched.toString(), "-m", "armv8,x86").status()).isZero();
  }

  @Test
  void badQuestionsAreRefused() {
    assertThat(run(STRONG, "--orders", "--weaken").err()).contains("exclude one another");
    assertThat(run(STRONG, "--add", "locks").err()).contains("--add is fences, orders or both");
    String plain = passing("static int flag;\n", "flag = 1;", "(void)flag;");
    assertThat(run(plain, "--model", "armv8", "--orders").err())
        .contains("there is no atomic access whose order can be chosen");
  }
}
