// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Updates of atomic objects that no processor has as one instruction. */
class AtomicUpdatesTest {
  private static final String TWO_THREADS =
      """
      #include <assert.h>
      #include <fencepost.h>
      #include <pthread.h>
      #include <stdatomic.h>
      static _Atomic int x = 3;
      static _Atomic _Bool b;
      static int got, old;
      static void *first(void *unused) { x *= 2; b ^= 1; got = x; return 0; }
      static void *second(void *unused) { old = (x *= 5); b ^= 1; return 0; }
      FENCEPOST_FINAL(all, x == 30 && !b && (got == 6 || got == 30) && (old == 15 || old == 30))
      PROPERTY
      int main(void) {
        pthread_t t;
        pthread_create(&t, 0, first, 0);
        second(0);
        return 0;
      }
      """;

  private static Fencepost check(String property, String model) {
    return Fencepost.checkText("update.c", TWO_THREADS.replace("PROPERTY", property)).model(model);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sc", "x86", "pso-no", "rmo-no", "rmo-v9", "armv8", "riscv", "power"})
  void areOneStepOfTheirObject(String model) throws InvalidInputException {
    CheckResult all = check("", model).forbidRaces().run();
    assertThat(all.verdict()).isInstanceOf(Verdict.Holds.class);
    assertThat(all.warnings()).isEmpty();
    for (String some : new String[] {"got == 6", "got == 30", "old == 15", "old == 30"}) {
      CheckResult never = check("FENCEPOST_FINAL(never, !(" + some + "))", model).run();
      assertThat(never.verdict()).as(some).isInstanceOf(Verdict.Violated.class);
    }
  }

  @Test
  void endInEachFairRun() throws InvalidInputException {
    CheckResult ends = check("FENCEPOST_LTL(ends, \"<> {x == 30}\")", "sc").fairLtl("ends").run();
    assertThat(ends.verdict()).isInstanceOf(Verdict.Holds.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sc", "pso-no", "armv8", "power"})
  void keepTheOrderOfOthers(String model) throws InvalidInputException {
    String text =
        """
        #include <assert.h>
        #include <pthread.h>
        static _Atomic int flag = 1;
        static int data;
        static void *sender(void *unused) { data = 1; flag <<= 1; return 0; }
        int main(void) {
          pthread_t t;
          pthread_create(&t, 0, sender, 0);
          if ((flag %= 4) == 2) assert(data == 1);
          return 0;
        }
        """;
    CheckResult result = Fencepost.checkText("message.c", text).model(model).forbidRaces().run();
    assertThat(result.verdict()).isInstanceOf(Verdict.Holds.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x /= x - 3;",
        "__VERIFIER_atomic_begin(); x %= 2; __VERIFIER_atomic_end(); assert(x != 1);",
        "_Atomic long l = 7; l /= 2; assert(l != 3);",
        "_Atomic unsigned char c = 200; assert((c *= 2) != 144);",
        "assert(x >>= 2);"
      })
  void computeAsOthersDo(String code) throws InvalidInputException {
    String text =
        "#include <assert.h>\n#include <fencepost.h>\nstatic _Atomic int x = 3;\n"
            + "int main(void) { CODE return 0; }\n".replace("CODE", code);
    assertThat(Fencepost.checkText("one.c", text).model("armv8").run().verdict())
        .isInstanceOf(Verdict.Violated.class);
  }
}
