// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckResult;
import dev.fencepost.check.Fencepost;
import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusRun;
import dev.fencepost.frontend.litmus.Outcome;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a compare-and-swap of ARMv8 lets go before its outcome is known. */
class GuessesTest {
  /** P0 reads x and then writes y; P1 reads y, compares with that, and writes x. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '!',
      value = {
        "it fails       ! MOV W13,W8; CASAL W13,W12,[X3]                          ! ALLOWED",
        "it succeeds    ! MOV W13,#2; EOR W14,W8,W8; ADD W12,W12,W14; CASAL W13,W12,[X4] !"
            + " FORBIDDEN",
        "a branch       ! MOV W13,W8; CASAL W13,W12,[X3]; CMP W13,W8; B.EQ L; L:  ! FORBIDDEN",
        "a fence        ! MOV W13,W8; CASAL W13,W12,[X3]; DMB ST                  ! ALLOWED",
        "a full fence   ! MOV W13,W8; CASAL W13,W12,[X3]; DMB SY                  ! FORBIDDEN",
      })
  void storesPassOneThatFails(String name, String between, Outcome outcome)
      throws InvalidInputException {
    List<String> reader = List.of("LDR W3,[X1]", "DMB SY", "MOV W5,#2", "STR W5,[X2]");
    List<String> writer = new ArrayList<>(List.of("LDR W8,[X2]", "MOV W12,#3"));
    writer.addAll(List.of(between.split("; *", -1)));
    writer.addAll(List.of("MOV W5,#3", "STR W5,[X1]"));
    assertThat(outcome("0:X3=3 /\\ 1:X8=2", reader, writer)).isEqualTo(outcome);
  }

  /** P0 writes x and then z; P1 swaps z, which it expects to be 1, and reads x. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '!',
      value = {
        "an address   ! CAS W13,W12,[X3]; EOR W7,W13,W13; LDR W9,[X1,W7,SXTW]      ! ALLOWED",
        "an acquire   ! CASA W13,W12,[X3]; EOR W7,W13,W13; LDR W9,[X1,W7,SXTW]     ! FORBIDDEN",
        "a load       ! LDR W13,[X3]; EOR W7,W13,W13; LDR W9,[X1,W7,SXTW]          ! FORBIDDEN",
        "an isb       ! CAS W13,W12,[X3]; CBNZ W13,L; L: ISB; LDR W9,[X1]          ! FORBIDDEN",
        "an addition  ! LDADD W12,W13,[X3]; EOR W7,W13,W13; LDR W9,[X1,W7,SXTW]    ! FORBIDDEN",
      })
  void whatWasExpectedIsKnownEarly(String name, String swap, Outcome outcome)
      throws InvalidInputException {
    List<String> writer = List.of("MOV W5,#1", "STR W5,[X1]", "DMB SY", "STR W5,[X3]");
    List<String> reader = new ArrayList<>(List.of("MOV W12,#3", "MOV W13,#1"));
    reader.addAll(List.of(swap.split("; *", -1)));
    assertThat(outcome("1:X13=1 /\\ 1:X9=0", writer, reader)).isEqualTo(outcome);
  }

  private static Outcome outcome(String condition, List<String> first, List<String> second)
      throws InvalidInputException {
    StringBuilder text = new StringBuilder("AArch64 guess\n{ [w]=2; ");
    for (int i = 0; i < 2; i++) {
      text.append("%d:X1=x; %d:X2=y; %d:X3=z; %d:X4=w; ".formatted(i, i, i, i));
    }
    text.append("}\nP0 | P1 ;\n");
    for (int i = 0; i < Math.max(first.size(), second.size()); i++) {
      text.append(i < first.size() ? first.get(i) : "").append(" | ");
      text.append(i < second.size() ? second.get(i) : "").append(" ;\n");
    }
    text.append("exists (").append(condition).append(")\n");
    return LitmusRun.of(
            LitmusFrontEnd.parse("guess", text.toString()),
            BuiltInModels.named("armv8").orElseThrow())
        .finalStates()
        .outcome();
  }

  private static CheckResult check(String swapper, String other) throws InvalidInputException {
    String text =
        """
        #include <fencepost.h>
        #include <assert.h>
        #include <pthread.h>
        #include <stdatomic.h>
        #define get(p) atomic_load_explicit(p, memory_order_relaxed)
        #define set(p, v) atomic_store_explicit(p, v, memory_order_relaxed)
        #define swap(p, e, v, o) atomic_compare_exchange_strong_explicit(p, e, v, o, memory_order_relaxed)
        static atomic_int f, w, x, y[2], z = 1;
        static void *swapper(void *unused) { %s return unused; }
        static void *other(void *unused) { %s return unused; }
        int main(void)
        {
            pthread_t s, t;
            pthread_create(&s, NULL, swapper, NULL);
            pthread_create(&t, NULL, other, NULL);
            return 0;
        }
        """
            .formatted(swapper, other);
    return Fencepost.checkText("test.c", text).model("armv8").threads(1).run();
  }

  /** Fetch of a thread that spins never stops by itself. */
  @ParameterizedTest
  @ValueSource(strings = {"", "for (;;) ;"})
  void aThreadThatSpinsGuessesToo(String end) throws InvalidInputException {
    check(
            """
            int a = get(&y[0]), e = a;
            swap(&z, &e, 3, memory_order_relaxed);
            fence_named("WW");
            set(&x, 3);
            set(&w, a);
            """
                + end,
            """
            int a = get(&x);
            fence();
            set(&y[0], 2);
            assert(!(a == 3 && get(&w) == 2));
            """)
        .assertViolated();
  }

  /** A swap that may fail empties no window, so that a loop of such swaps is bounded. */
  @ParameterizedTest
  @ValueSource(strings = {"int e = get(&x)", "int unused = get(&x), e = 7"})
  void aLoopOfSwapsThatFailIsBounded(String expected) throws InvalidInputException {
    CheckResult result =
        check(
            "for (;;) { " + expected + "; swap(&z, &e, 3, memory_order_acq_rel); }",
            "set(&z, 6); set(&x, 2);");
    assertThat(result.holds()).isTrue();
    assertThat(result.isBounded()).isTrue();
  }

  /**
   * The swap has read z before it was written. What it expects is 1 for certain, but is not known:
   * it would have to write, and cannot.
   */
  @Test
  void aSwapThatMustNotSucceedIsWaitedFor() throws InvalidInputException {
    check(
            """
            int a = get(&f), e = get(&y[a ^ a]);
            swap(&z, &e, 9, memory_order_relaxed);
            set(&w, e + 2 * a);
            """,
            """
            set(&y[0], 1);
            set(&z, 5);
            fence();
            set(&f, 1);
            assert(get(&w) != 3);
            set(&y[0], 1);
            """)
        .assertHolds();
  }
}
