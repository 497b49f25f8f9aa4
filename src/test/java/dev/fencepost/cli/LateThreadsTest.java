// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Threads that start while stores are on their way: general laws speak of them too. The test is
 * IRIW; main is one reader and starts the other.
 */
class LateThreadsTest {
  private static final String READERS =
      """
      #include <assert.h>
      #include <pthread.h>
      #include <stdatomic.h>
      #include <stddef.h>
      static _Atomic int x, y;
      static int seen;
      static void *write_x(void *u) { atomic_store_explicit(&x, 1, ORDER); return NULL; }
      static void *write_y(void *u) { atomic_store_explicit(&y, 1, ORDER); return NULL; }
      static void *late(void *u)
      {
          int first = atomic_load_explicit(&x, memory_order_acquire);
          int second = atomic_load_explicit(&y, memory_order_acquire);
          seen = first && !second;
          return NULL;
      }
      int main(void)
      {
          pthread_t a, b, c;
          pthread_create(&a, NULL, write_x, NULL);
          pthread_create(&b, NULL, write_y, NULL);
          pthread_create(&c, NULL, late, NULL);
          int first = atomic_load_explicit(&y, memory_order_acquire);
          int second = atomic_load_explicit(&x, memory_order_acquire);
          pthread_join(c, NULL);
          assert(!(seen && first && !second));
          return 0;
      }
      """;

  @TempDir Path folder;

  private String check(String order, String models) throws IOException {
    Path file = Files.writeString(folder.resolve("late.c"), READERS);
    return CommandRun.of(
            "check",
            file.toString(),
            "--model",
            models,
            "--no-trace",
            "-D",
            "ORDER=memory_order_" + order)
        .out();
  }

  @Test
  void readersDisagreeWhereStoresReachEachThreadByItself() throws IOException {
    assertThat(check("relaxed", "itanium,rmo-nmca-no,tso"))
        .containsPattern("itanium +violated")
        .containsPattern("rmo-nmca-no +violated")
        .containsPattern("tso +holds");
  }

  @Test
  void releaseStoresOfItaniumAreInOneOrderForALateReaderToo() throws IOException {
    assertThat(check("release", "itanium")).containsPattern("itanium +holds");
  }

  /** The store has reached the memory that the new thread starts with: it comes before nothing. */
  @Test
  void aThreadRunsThatStartsBehindAStore() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("behind.c"),
            """
            #include <assert.h>
            #include <pthread.h>
            #include <stdatomic.h>
            #include <stddef.h>
            static _Atomic int x;
            static void *late(void *u) { assert(atomic_load(&x) == 2); return NULL; }
            int main(void)
            {
                pthread_t t;
                atomic_store_explicit(&x, 1, memory_order_relaxed);
                pthread_create(&t, NULL, late, NULL);
                return 0;
            }
            """);
    String models = "itanium,rmo-cumulative,rmo-coherent-no,upc,sc";
    assertThat(CommandRun.of("check", file.toString(), "--model", models, "--no-trace").out())
        .containsPattern("itanium +violated")
        .containsPattern("rmo-cumulative +violated")
        .containsPattern("rmo-coherent-no +violated")
        .containsPattern("upc +violated")
        .containsPattern("sc +violated");
  }
}
