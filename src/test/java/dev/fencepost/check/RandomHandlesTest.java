// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Handles of threads that go through random copies before they are joined: a violation where no
 * start has set the first of them, whoever joins.
 */
class RandomHandlesTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 5_000 : 300;

  /** Where handles are before the joining thread runs: all that starts as 0. */
  private static final List<String> SHARED = List.of("handle", "all[0]", "all[1]", "pair.handle");

  /** Where the joining thread may put one. */
  private static final List<String> COPIES =
      List.of("local", "locals[1]", "inside.handle", "*pointed", "own", "all[2]");

  private final SplittableRandom random = new SplittableRandom(SEED);

  @Test
  void joinNoThreadWhereNoneWasStarted() throws InvalidInputException {
    int violated = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      boolean isSet = random.nextBoolean();
      String text = program(isSet);
      Verdict verdict = Fencepost.checkText("test.c", text).model("sc").threads(1).run().verdict();
      assertThat(verdict instanceof Verdict.Violated).as(text).isEqualTo(!isSet);
      assertThat(verdict instanceof Verdict.Holds).as(text).isEqualTo(isSet);
      violated += isSet ? 0 : 1;
    }
    assertThat(violated).isBetween(PROGRAMS / 4, PROGRAMS * 3 / 4);
  }

  private String program(boolean isSet) {
    String first = any(SHARED);
    String value = first;
    StringBuilder copies = new StringBuilder();
    for (int i = random.nextInt(3); i > 0; i--) {
      String copy = any(COPIES);
      copies.append("  %s = %s;\n".formatted(copy, value));
      value = random.nextBoolean() ? copy : "same(" + copy + ")";
    }
    String join =
        switch (random.nextInt(3)) {
          case 0 -> "pthread_join(%s, 0);";
          case 1 -> "join(%s);";
          default -> "void *result; pthread_join(%s, &result); assert(result == (void *)3);";
        };
    String start = isSet ? "pthread_create(&%s, 0, work, 0);".formatted(first) : "";
    return """
    #include <assert.h>
    #include <pthread.h>
    static struct pair { int n; pthread_t handle; } pair;
    static pthread_t handle, all[3], target;
    static _Thread_local pthread_t own;
    static pthread_t same(pthread_t of) { return of; }
    static void join(pthread_t of) { pthread_join(of, 0); }
    static void *work(void *unused) { return (void *)3; }
    static void *joins(void *unused) {
      pthread_t local, locals[2], *pointed = &target;
      struct pair inside;
    %s  %s
      return 0;
    }
    int main(void) {
      pthread_t other;
      %s
      pthread_create(&other, 0, joins, 0);
      return 0;
    }
    """
        .formatted(copies, join.formatted(value), start);
  }

  private String any(List<String> places) {
    return places.get(random.nextInt(places.size()));
  }
}
