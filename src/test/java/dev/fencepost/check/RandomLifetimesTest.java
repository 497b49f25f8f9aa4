// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Random functions that keep the address of a local variable, or do not, and return at one of
 * several places before and behind that: to use the address afterwards is a violation, wherever the
 * function returned.
 */
class RandomLifetimesTest {
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 5_000 : 400;

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
    String keeping = "if (turn == %d) kept = %s;".formatted(keeps, pointer());
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
    static int *kept, turn;
    static %s work(void *unused) {
      %s
    }
    int main(void) {
      %s
      return kept ? *kept : 0;
    }
    """
        .formatted(thread ? "void *" : "int", loop, call);
  }

  private String pointer() {
    return switch (random.nextInt(3)) {
      case 0 -> "&local";
      case 1 -> "pair";
      default -> "&pair[1]";
    };
  }
}
