// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verdicts on processors whose read-modify-writes take two steps. */
class ProcessorCheckTest {
  private static final String PROGRAM =
      """
      #include <assert.h>
      #include <fencepost.h>
      #include <pthread.h>
      #include <stddef.h>
      static int x, y;
      static void *one(void *unused) { if (cas(&x, 0, 1)) y = 1; return NULL; }
      static void *two(void *unused) { if (CONDITION) { if (cas(&x, 0, 2)) assert(0); } return NULL; }
      int main(void)
      {
          pthread_t a, b;
          pthread_create(&a, NULL, one, NULL);
          pthread_create(&b, NULL, two, NULL);
          pthread_join(a, NULL);
          pthread_join(b, NULL);
          return 0;
      }
      """;

  @TempDir private Path folder;

  private CommandRun check(String condition) throws IOException {
    Path file = Files.writeString(folder.resolve("two.c"), PROGRAM.replace("CONDITION", condition));
    return CommandRun.of("check", file.toString(), "--model", "cpus");
  }

  @Test
  void twoSwapsThatHaveReadOneValueCannotBothWrite() throws IOException {
    CommandRun run = check("y == 1");
    assertThat(run.status()).as(run.out()).isZero();
  }

  @Test
  void aSwapThatWritesFailsItsAssertion() throws IOException {
    CommandRun run = check("y == 0");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .containsPattern("x86 +violated")
        .containsPattern("armv8 +violated")
        .containsPattern("riscv +violated")
        .containsPattern("power +violated");
  }

  /** Neither an atomic nor a load-linked that is left open breaks a pair. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "load_linked(&x); atomic_fetch_add_explicit(&z, 1, memory_order_relaxed);"
            + " assert(!store_conditional(&x, 7));",
        "load_linked(&y); load_linked(&x); assert(!(store_conditional(&x, 1) && y == 1));"
      })
  void linksFollowProgramOrder(String body) throws IOException {
    String text =
        """
        #include <assert.h>
        #include <fencepost.h>
        #include <pthread.h>
        #include <stdatomic.h>
        #include <stddef.h>
        static _Atomic int x, y, z;
        static void *one(void *unused) { BODY return NULL; }
        static void *two(void *unused) { y = 1; return NULL; }
        int main(void)
        {
            pthread_t a, b;
            pthread_create(&a, NULL, one, NULL);
            pthread_create(&b, NULL, two, NULL);
            return 0;
        }
        """
            .replace("BODY", body);
    Path file = Files.writeString(folder.resolve("links.c"), text);
    CommandRun run =
        CommandRun.of("check", file.toString(), "--model", "sc,armv8,riscv,power", "--no-trace");
    assertThat(run.status()).as(run.out()).isEqualTo(1);
    assertThat(run.out()).doesNotContain("holds");
  }

  @Test
  void aRunSaysThatALoadRanAhead() {
    CommandRun run =
        CommandRun.of(
            "check", "library/gc/sapphire/sapphire.c", "-D", "SCENARIO=RW", "--model", "armv8");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains("[ldr]", "(early", "reordered: a load ran ahead of a branch")
        .doesNotContain("fails under sc too");
  }

  /** R with lwsync and sync: the clearing of a log entry overwrites a newer one. */
  @Test
  void aRunSaysWhichWritesWereNotSeen() {
    String file = "library/gc/replication/replication.c";
    CommandRun run = CommandRun.of("check", file, "-D", "SCENARIO=LOOP", "--model", "riscv,power");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .containsPattern("riscv +holds")
        .contains("[sync]", "(not seen", "reordered: threads saw writes at different times")
        .doesNotContain("fails under sc too");
    CommandRun repaired =
        CommandRun.of(
            "check",
            file,
            "-D",
            "SCENARIO=LOOP",
            "-D",
            "FENCE_BEFORE_LOG=fence()",
            "--model",
            "power");
    assertThat(repaired.out()).containsPattern("power +holds +\\d");
  }

  @Test
  void theOrderTableIsNeeded() {
    CommandRun run =
        CommandRun.of(
            "check", "library/gc/sapphire/sapphire.c", "-m", "armv8", "--without", "table");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("armv8 does not run without table");
  }

  /** A load that repeats behind a start is no older than what the thread knew before it. */
  @Test
  void loadsDoNotRunAheadOfAStart() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("start.c"),
            """
            #include <assert.h>
            #include <pthread.h>
            #include <stdatomic.h>
            #include <stddef.h>
            static atomic_int x, flag;
            #define LOAD(a) atomic_load_explicit(&a, memory_order_relaxed)
            static void *nothing(void *unused) { return NULL; }
            static void *writer(void *unused)
            {
                atomic_store_explicit(&x, 1, memory_order_relaxed);
                atomic_store_explicit(&flag, 1, memory_order_release);
                return NULL;
            }
            int main(void)
            {
                pthread_t a, b;
                pthread_create(&a, NULL, writer, NULL);
                while (!LOAD(flag))
                    if (LOAD(x) == 5) return 0;
                pthread_create(&b, NULL, nothing, NULL);
                assert(LOAD(x) == 1);
                return 0;
            }
            """);
    CommandRun run = CommandRun.of("check", file.toString(), "--model", "cpus");
    assertThat(run.status()).as(run.out()).isZero();
  }
}
