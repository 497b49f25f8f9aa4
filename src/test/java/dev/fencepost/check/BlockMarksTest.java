// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A mark in an atomic block is passed where the block can be taken to its end. */
class BlockMarksTest {
  private static final List<String> MODELS =
      List.of("sc", "x86", "pso-no", "rmo-v9", "itanium", "armv8", "riscv", "power");

  private static CheckResult check(String code, String property, String model)
      throws InvalidInputException {
    String text =
        """
        #include <assert.h>
        #include <fencepost.h>
        #include <pthread.h>
        static int x, y;
        FENCEPOST_GHOST static int g;
        %s
        static void *other(void *unused) { y = x; return 0; }
        int main(void) {
          pthread_t thread;
          pthread_create(&thread, 0, other, 0);
          y = 1;
          int e = 0;
          %s
          return 0;
        }
        """
            .formatted(property, code)
            .replace("[[", "__VERIFIER_atomic_begin();")
            .replace("]]", "__VERIFIER_atomic_end();");
    return Fencepost.checkText("block.c", text).model(model).allowDeadlock().run();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[[ reachable(\"here\"); assume(x == 1); ]]",
        "[[ assume(x == 1); reachable(\"here\"); ]]",
        "[[ x = 2; reachable(\"here\"); x = 0; assume(x == 1); ]]",
        "[[ if (choose(2)) { reachable(\"here\"); assume(x == 1); } ]]",
        "[[ if (!__atomic_compare_exchange_n(&x, &e, 0, 1, 5, 5)) { reachable(\"here\");"
            + " assume(x == 1); } ]]",
        "rest_begin(); reachable(\"here\"); assume(g == 1); strong_end();",
        "strong_begin(); reachable(\"here\"); assume(g == 1); strong_end();"
      })
  void aBlockThatIsNeverTakenPassesNoMark(String code) throws InvalidInputException {
    for (String model : MODELS) {
      assertThat(check(code, "", model).statistics().reached()).as(model).isEmpty();
      String never = "FENCEPOST_INVARIANT(never, !reached(\"here\"))";
      CheckResult read = check(code, never, model);
      assertThat(read.verdict()).as(model).isInstanceOf(Verdict.Holds.class);
      assertThat(read.statistics().reached()).as(model).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[[ reachable(\"here\"); assume(x == 0); ]]",
        "[[ x = 1; reachable(\"here\"); assume(x == 1); ]] assume(x == 2);",
        "[[ if (choose(2)) { reachable(\"here\"); assume(x == 1); } else reachable(\"here\"); ]]",
        "[[ if (!__atomic_compare_exchange_n(&x, &e, 0, 1, 5, 5)) reachable(\"here\"); ]]",
        "[[ reachable(\"here\"); assert(x == 1); ]]",
        "[[ reachable(\"here\"); *(int *)0 = 1; ]]",
        "strong_begin(); reachable(\"here\"); g = 1; assume(g == 1); strong_end();"
      })
  void aBlockThatCanBeTakenPassesItsMarks(String code) throws InvalidInputException {
    for (String model : MODELS) {
      assertThat(check(code, "", model).statistics().reached()).as(model).containsExactly("here");
    }
  }
}
