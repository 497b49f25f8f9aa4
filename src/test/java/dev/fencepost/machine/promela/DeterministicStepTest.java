// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.frontend.promela.PromelaFrontEnd;
import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.machine.promela.StateCounter.Count;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deterministic steps as generated code, and what they leave behind. */
class DeterministicStepTest {
  private static final long MOST_STATES = 100_000;
  private static final long SEED = Long.getLong("fencepost.seed", 1);
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 10_000 : 500;

  private static PromelaModel model(String text) throws Exception {
    return PromelaFrontEnd.translate(SourceUnit.of("model.pml", text));
  }

  /** What generated code does, which is what closures do. */
  private static Count count(String text) throws Exception {
    return CodeAgreement.check(model(text), MOST_STATES);
  }

  private static Count reduced(String text) throws Exception {
    return StateCounter.count(new PromelaMachine(model(text), true), MOST_STATES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "d_step { a[n] = 1; n = 5; a[n] = 2; n = 6 }",
        "d_step { n = 1 / m; n = 5 }",
        "d_step { n = 1; m == 1; n = 2 }",
        "d_step { n = 1; if :: m == 1 -> n = 2 :: a[m + 7] == 0 -> n = 3 :: n == 1 -> n = 4 fi }",
        "d_step { assert(n == 1); n = 5; assert(n == 6); n = 7 }",
        "d_step { (n == 0 && (m != 0 || a[1] == 0)); n = 1 }; n = 2"
      })
  void whatFailsInsideFailsInGeneratedCode(String step) throws Exception {
    Count found = count("byte n, m, a[3]; active proctype P() { " + step + " }");
    assertThat(found.violations() > 0).isEqualTo(!step.endsWith("n = 2"));
  }

  @Test
  void longStepsHaveSeveralParts() throws Exception {
    String body =
        IntStream.range(0, 600)
            .mapToObj(
                i -> "if :: a[" + i % 7 + "] == " + i % 3 + " -> n = n + a[n % 7] + 1 :: else fi;")
            .collect(Collectors.joining("\n"));
    String text =
        """
        int n, a[7]; byte turns;
        active proctype P() {
          d_step {
            do
            :: turns < 3 -> %s a[turns] = n %% 3; turns++
            :: else -> break
            od
          };
          assert(n != %d)
        }
        """;
    assertThat(count(text.formatted(body, -1)).violations()).isZero();
    assertThat(count(text.formatted(body, sum(600))).violations()).isEqualTo(1);
  }

  /** What the long step leaves in n. */
  private static int sum(int length) {
    int n = 0;
    int[] a = new int[7];
    for (int turn = 0; turn < 3; turn++) {
      for (int i = 0; i < length; i++) {
        n += a[i % 7] == i % 3 ? a[n % 7] + 1 : 0;
      }
      a[turn] = n % 3;
    }
    return n;
  }

  @Test
  void whatAStepUsesForItselfTellsNoStatesApart() throws Exception {
    String text =
        """
        byte x, a[2], done;
        active [2] proctype P() {
          byte i;
          do
          :: i < 3 -> d_step { x = a[_pid] + 1; a[_pid] = x %% 4 }; i++ %s
          :: else -> break
          od;
          done++
        }
        """;
    Count all = count(text.formatted(""));
    Count some = reduced(text.formatted(""));
    assertThat(some.violations()).isEqualTo(all.violations());
    assertThat(some.states()).isLessThan(reduced(text.formatted("; assert(x < 9)")).states());
  }

  @Test
  void stepsOnOwnVariablesAreNotInterleaved() throws Exception {
    String text =
        """
        byte n;
        active [4] proctype P() {
          byte i, j;
          d_step { i = 1; j = i + 1 };
          d_step { i < j -> i = j; j = 3 };
          d_step { assert(i != %s); i = i + j };
          n++
        }
        """;
    assertThat(reduced(text.formatted("3")).states()).isLessThan(60);
    assertThat(count(text.formatted("3")).states()).isGreaterThan(500);
    assertThat(reduced(text.formatted("2")).violations()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "d_step { x = 5; n = x }; assert(x != 5)",
        "d_step { x = 5; n = x }; d_step { n = x; assert(n != 5) }",
        "d_step { x = 5; n = x }; d_step { if :: n == 5 :: else -> x = 0 fi; assert(x != 5) }",
        "d_step { x = 5; n = x }; d_step { x == 5; assert(0) }",
        "d_step { x = 5; n = x }; d_step { do :: n == 5 -> n = x; n = n - 1 :: else -> break od;"
            + " assert(n != 4) }"
      })
  void whatALaterStepReadsIsKept(String steps) throws Exception {
    assertThat(reduced("byte x, n; active proctype P() { " + steps + " }").violations())
        .isEqualTo(1);
  }

  /** Steps of which many read before they write, and many do not. */
  private static String random(SplittableRandom random) {
    String[] statements = {
      "x = g + 1",
      "y = x",
      "g = x % 3",
      "g = (g + y) % 4",
      "x = a[g % 2]",
      "a[y % 2] = x",
      "if :: g == 1 -> x = 2 :: else fi",
      "do :: y < 2 -> y++ :: else -> break od",
      "if :: x > 1 -> y = 0; x = y :: else -> y = 1 fi",
      "assert(g + a[0] < 4)",
      "assert(x + y != 3)"
    };
    String begin = random.nextBoolean() ? "; x = g % 2" : random.nextBoolean() ? "; y = g" : "";
    StringBuilder text = new StringBuilder("byte x, y, g, a[2];\n");
    for (int process = 0; process < 2; process++) {
      text.append("active proctype P" + process + "() {\n");
      for (int step = 0; step < 3; step++) {
        text.append("  d_step { skip" + begin);
        for (int i = 0; i < 3; i++) {
          text.append("; " + statements[random.nextInt(statements.length)]);
        }
        text.append(" };\n");
      }
      text.append("}\n");
    }
    return text.toString();
  }

  @Test
  void temporariesOfRandomStepsChangeNoVerdict() throws Exception {
    SplittableRandom random = new SplittableRandom(SEED);
    long states = 0;
    long fewer = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      String text = random(random);
      Count all = count(text);
      Count some = reduced(text);
      assertThat(some.violations() > 0).as(text).isEqualTo(all.violations() > 0);
      states += all.states();
      fewer += some.states();
    }
    assertThat(fewer).isLessThan(states * 98 / 100);
  }

  /** Loops that add to a number: whether one comes to its end is plain to see. */
  @Test
  void stepsThatDoNotEndViolateNothing() throws Exception {
    SplittableRandom random = new SplittableRandom(SEED);
    int given = 0;
    for (int i = 0; i < PROGRAMS / 10; i++) {
      int start = random.nextInt(100);
      int more = random.nextInt(7);
      int modulus = 1 + random.nextInt(100);
      int stop = random.nextInt(10) == 0 ? random.nextInt(200) : (start + 3 * more) % modulus;
      String text =
          "int n = %d; active proctype P() { d_step { do :: n != %d -> n = (n + %d) %% %d :: else -> break od }; assert(n == %d) }"
              .formatted(start, stop, more, modulus, stop);
      int n = start;
      for (int turn = 0; turn < 1000 && n != stop; turn++) {
        n = (n + more) % modulus;
      }
      boolean ends = n == stop;
      if (ends) {
        assertThat(count(text).violations()).as(text).isZero();
      } else if (given++ < 3) {
        PromelaModel model = model(text);
        PromelaMachine machine = given == 1 ? new PromelaMachine(model) : PlainCode.machine(model);
        assertThatThrownBy(() -> StateCounter.count(machine, MOST_STATES))
            .as(text)
            .isInstanceOf(LimitException.class)
            .hasMessageContaining("d_step");
      }
    }
    assertThat(given).isPositive();
  }
}
