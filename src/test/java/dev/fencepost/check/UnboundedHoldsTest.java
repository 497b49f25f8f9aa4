// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Where a reduced search never meets the window bound that a plain search meets, its "holds" has no
 * bound: the reduced system is the same for every larger bound, and so no run violates anything,
 * however long its windows (docs/machine.md, "Bounds and reductions").
 */
class UnboundedHoldsTest {
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 2_000 : 120;
  private static final List<Optimisation> BOTH =
      List.of(Optimisation.PARTIAL_ORDER, Optimisation.SYMMETRY);
  private static final Strategy PLAIN = Strategy.usual().without(BOTH);
  private static final Strategy REDUCED =
      Strategy.usual().with(List.of(Optimisation.PARTIAL_ORDER));
  private static final int LARGE_WINDOW = 8;

  private static CheckResult run(CheckTask task, Strategy strategy, int window)
      throws InvalidInputException {
    Bounds bounds = Bounds.none().withStates(20_000).withWindow(window);
    return Checker.check(task.withStrategy(strategy).withBounds(bounds), CheckListener.NONE);
  }

  private static boolean holdsWithoutBound(CheckResult result) {
    return result.verdict() instanceof Verdict.Holds holds && holds.window().isEmpty();
  }

  private static boolean holdsWithinBound(CheckResult result) {
    return result.verdict() instanceof Verdict.Holds holds && holds.window().isPresent();
  }

  /** What the claim rests on: a larger bound changes nothing of the reduced system. */
  @ParameterizedTest
  @CsvSource({
    "stopless/stopless-rmo, rmo-no, 1",
    "replication/replication, rmo-no, 1",
    "sapphire/sapphire, tso, 2",
    "baker/baker, rmo-full, 2",
    "compressor/compressor, pso-no, 1"
  })
  void reducedSystemIsTheSameForEveryLargerBound(String name, String model, String mutators)
      throws Exception {
    CheckTask task =
        CheckTask.of("library/gc/" + name + ".c", model)
            .withDefines(new LinkedHashMap<>(Map.of("MUTATORS", mutators, "SCENARIO", "LOOP")));
    CheckResult first = run(task, REDUCED, Bounds.USUAL_WINDOW);
    assertThat(holdsWithoutBound(first)).isTrue();
    for (int window : new int[] {Bounds.USUAL_WINDOW + 1, 2 * Bounds.USUAL_WINDOW, 1000}) {
      CheckResult again = run(task, REDUCED, window);
      assertThat(holdsWithoutBound(again)).isTrue();
      assertThat(again.statistics().states()).isEqualTo(first.statistics().states());
      assertThat(again.statistics().transitions()).isEqualTo(first.statistics().transitions());
    }
  }

  /** Small bounds, so that many violations lie beyond them. */
  @Test
  void noRunWithLargerWindowsViolatesWhatHoldsWithoutBound() throws Exception {
    int claims = 0;
    int violationsBeyond = 0;
    for (int seed = 0; seed < PROGRAMS; seed++) {
      String text = program(new SplittableRandom(seed));
      for (String model : List.of("tso", "pso-no", "rmo-no")) {
        CheckTask task = task(text, model);
        int window = 1 + seed % 4;
        CheckResult plain = run(task, PLAIN, window);
        CheckResult reduced = run(task, REDUCED, window);
        assertThat(reduced.violated()).as("%s\n%s", model, text).isEqualTo(plain.violated());
        if (!holdsWithinBound(plain)) {
          continue;
        }
        CheckResult large = run(task, PLAIN, LARGE_WINDOW);
        violationsBeyond += large.violated() ? 1 : 0;
        if (holdsWithoutBound(reduced)) {
          claims++;
          assertThat(large.violated()).as("window %d, %s\n%s", window, model, text).isFalse();
          assertThat(run(task, REDUCED, LARGE_WINDOW).statistics().states())
              .isEqualTo(reduced.statistics().states());
        }
      }
    }
    assertThat(claims).isGreaterThan(PROGRAMS / 25);
    assertThat(violationsBeyond).isGreaterThan(PROGRAMS / 25);
  }

  private static CheckTask task(String text, String model) {
    return Fencepost.checkText("random.c", text).model(model).task();
  }

  /** A message that is passed again and again, or backwards, with other things between. */
  private static String program(SplittableRandom random) {
    return """
    #include <fencepost.h>
    #include <assert.h>
    #include <pthread.h>
    static int x, y, z, q;
    static void *writer(void *unused) { (void)unused; int t = 0;
      %s {
    %s    y = 1;
    %s    x = 1;
    %s  }
      return 0;
    }
    static void *reader(void *unused) { (void)unused; int r, s, t = 0;
      %s {
    %s    r = x;
    %s    s = y;
    %s    assert(!(r == 1 & s == 0));
      }
      return 0;
    }
    int main(void) {
      pthread_t t, u;
      pthread_create(&t, 0, writer, 0);
      pthread_create(&u, 0, reader, 0);
      return 0;
    }
    """
        .formatted(
            loop(random),
            between(random),
            between(random),
            between(random),
            loop(random),
            between(random),
            between(random),
            between(random));
  }

  private static String loop(SplittableRandom random) {
    return random.nextBoolean() ? "for (;;)" : "while (choose(2))";
  }

  /**
   * Loads of what nobody writes need not wait; that is where a reduced search stays below the
   * bound.
   */
  private static String between(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(3); i > 0; i--) {
      text.append("    ").append(statement(random)).append('\n');
    }
    return text.toString();
  }

  private static String statement(SplittableRandom random) {
    return switch (random.nextInt(12)) {
      case 0, 1, 2, 3 -> "t = q;";
      case 4 -> "if (choose(2)) t = q;";
      case 5 -> "if (t == 1) t = q;";
      case 6 -> "z = 1;";
      case 7 -> random.nextBoolean() ? "fence_release();" : "fence_acquire();";
      default -> "fence();";
    };
  }
}
