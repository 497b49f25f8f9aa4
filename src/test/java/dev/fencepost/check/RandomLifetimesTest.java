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
 * Random functions that keep the address of a local variable, as it is or as another number, or do
 * not, and return at one of several places before and behind that: to use the address afterwards is
 * a violation, wherever the function returned.
 */
class RandomLifetimesTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 5_000 : 400;

  /** How a number is made of an address, and the address of the number. */
  private static final List<List<String>> NUMBERS =
      List.of(
          List.of("%s", "kept"),
          List.of("%s | 1", "kept & ~(uintptr_t)1"),
          List.of("%s | (uintptr_t)1 << 44", "kept & ~((uintptr_t)1 << 44)"),
          List.of("%s >> 3", "kept << 3"),
          List.of("~(%s)", "~kept"),
          List.of("(%s) + 4096", "kept - 4096"),
          List.of("(%s) ^ (uintptr_t)&turn", "kept ^ (uintptr_t)&turn"));

  private final SplittableRandom random = new SplittableRandom(SEED);

  @Test
  void endWithTheFunction() throws InvalidInputException {
    int violated = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      int keeps = random.nextInt(4);
      int returns = random.nextInt(4);
      boolean isKept = keeps < returns || keeps == returns && random.nextBoolean();
      boolean early = keeps == returns && !isKept || random.nextBoolean() && keeps != returns;
      String text = program(keeps, returns, early);
      Verdict verdict = Fencepost.checkText("test.c", text).model("sc").threads(1).run().verdict();
      assertThat(verdict instanceof Verdict.Violated).as(text).isEqualTo(isKept);
      assertThat(verdict instanceof Verdict.Holds).as(text).isEqualTo(!isKept);
      violated += isKept ? 1 : 0;
    }
    assertThat(violated).isBetween(PROGRAMS / 4, PROGRAMS * 3 / 4);
  }

  /**
   * A program.
   *
   * @param keeps the turn of the loop in which the address is kept
   * @param returns the turn in which the function returns
   * @param early whether the return stands before the declaration
   */
  private String program(int keeps, int returns, boolean early) {
    boolean thread = random.nextInt(3) == 0;
    String leave = thread ? random.nextBoolean() ? "return 0;" : "pthread_exit(0);" : "return 1;";
    String exit = random.nextBoolean() ? "if (turn == %d) %s" : "switch (turn) { case %d: %s }";
    String leaving = exit.formatted(returns, leave);
    List<String> number = NUMBERS.get(random.nextInt(NUMBERS.size()));
    String address = "(uintptr_t)" + pointer();
    String keeping =
        "if (turn == %d) kept = %s;".formatted(keeps, number.get(0).formatted(address));
    String body =
        """
            %s
            int local = 5, pair[2] = {1, 2};
            %s
            %s
        """
            .formatted(early ? leaving : "", keeping, early ? "" : leaving);
    String loop =
        random.nextBoolean()
            ? "for (;; turn++) {\n" + body + "    }"
            : "again: {\n" + body + "    } turn++; goto again;";
    String call =
        thread
            ? "pthread_t t; pthread_create(&t, 0, work, 0); pthread_join(t, 0);"
            : switch (random.nextInt(3)) {
              case 0 -> "work(0);";
              case 1 -> "int r = work(0); if (r != 1) return 1;";
              default -> "if (!work(0)) return 1;";
            };
    return """
    #include <pthread.h>
    #include <stdint.h>
    static uintptr_t kept;
    static int turn;
    static %s work(void *unused) {
      %s
    }
    int main(void) {
      %s
      return kept ? *(int *)(%s) : 0;
    }
    """
        .formatted(thread ? "void *" : "int", loop, call, number.get(1));
  }

  private String pointer() {
    return switch (random.nextInt(3)) {
      case 0 -> "&local";
      case 1 -> "pair";
      default -> "&pair[1]";
    };
  }
}
