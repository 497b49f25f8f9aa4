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
 * Locals that get a value and whose address is published, in random ways: who reads them without a
 * value under weak memory is found, as is who reads a number that a global variable begins with.
 */
class RandomPublishedTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 3_000 : 150;

  private static final List<String> MODELS =
      List.of("sc", "x86", "pso-no", "rmo-no", "armv8", "riscv", "power");

  /** What is published, and how it gets its value. */
  private record Kind(String type, String cell, List<String> writes) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind("int x", "x", List.of("x = 1;", "put(&x);", "*same(&x) = 1;")),
          new Kind("struct pair x", "x.b", List.of("x.b = 1;", "put(&x.b);", "x = filled();")),
          new Kind("int x[2]", "x[1]", List.of("x[1] = 1;", "x[one] = 1;", "put(x + 1);")),
          new Kind("int x[1][2]", "x[0][1]", List.of("x[0][1] = 1;", "(*x)[one] = 1;")));

  private static final List<String> ORDERS =
      List.of("", "", "fence();", "fence_release();", "fence_acquire();");

  private static final List<String> STORES =
      List.of(
          "shared = %s;",
          "shared = %s;",
          "__atomic_store_n(&shared, %s, __ATOMIC_RELEASE);",
          "__atomic_exchange_n(&shared, %s, __ATOMIC_RELAXED);",
          "cas(&shared, 0, %s);",
          "number = (uintptr_t)%s | 1;");

  private final SplittableRandom random = new SplittableRandom(SEED);

  @Test
  void areReadWithoutAValueWhereOthersSeeThemTooEarly() throws InvalidInputException {
    int violated = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      Kind kind = any(KINDS);
      String write = any(kind.writes);
      String store = any(STORES).formatted("&" + kind.cell);
      String order = any(ORDERS);
      boolean late = random.nextInt(6) == 0;
      String writer = late ? store + order + write : write + order + store;
      String again = random.nextInt(3) == 0 ? "int *own = &%s; own[0];".formatted(kind.cell) : "";
      String model = any(MODELS);
      boolean inMain = random.nextBoolean();
      String local = program(kind.type + "; " + writer + (late ? "" : again), "", inMain);
      String global = program(writer, "static " + kind.type + initial(kind) + ";", inMain);
      boolean expected = isViolated(global, model);
      assertThat(isViolated(local, model)).as("%s\n%s", model, local).isEqualTo(expected);
      violated += expected ? 1 : 0;
    }
    assertThat(violated).isBetween(PROGRAMS / 10, PROGRAMS * 9 / 10);
  }

  private static String initial(Kind kind) {
    return switch (kind.cell) {
      case "x" -> " = -7";
      case "x[0][1]" -> " = {{-7, -7}}";
      default -> " = {-7, -7}";
    };
  }

  private static boolean isViolated(String text, String model) throws InvalidInputException {
    Verdict verdict = Fencepost.checkText("test.c", text).model(model).threads(1).run().verdict();
    assertThat(verdict).as(text).isNotInstanceOf(Verdict.Inconclusive.class);
    return verdict instanceof Verdict.Violated;
  }

  private static String program(String writer, String global, boolean inMain) {
    return """
    #include <assert.h>
    #include <fencepost.h>
    #include <pthread.h>
    #include <stdint.h>
    struct pair { int a, b; };
    static int *shared, one = 1;
    static uintptr_t number;
    %s
    static void put(int *to) { *to = 1; }
    static int *same(int *of) { return of; }
    static struct pair filled(void) { struct pair p = {1, 1}; return p; }
    static void *read(void *unused) {
      int *p = shared ? shared : (int *)(number & ~(uintptr_t)1);
      if (p) assert(*p != -7);
      return 0;
    }
    static void *write(void *unused) {
      %s
      for (;;) ;
    }
    int main(void) {
      pthread_t reader, writer;
      pthread_create(&reader, 0, read, 0);
      %s
      return 0;
    }
    """
        .formatted(
            global,
            inMain ? "" : writer,
            inMain ? writer + "pthread_join(reader, 0);" : "pthread_create(&writer, 0, write, 0);");
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
