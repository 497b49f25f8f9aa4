// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.LongTest;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Optimisation;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * With reductions from the first state on, every model of the library has the same verdicts, the
 * same shortest traces and the same marks. A window bound may not be hit where it was without.
 * {@code -Dfencepost.full=true} for all of them, and also for symmetry, as checks come, and for
 * memories made fewer; else every second one.
 */
class ReducedLibraryTest {
  private static final List<String> OWN_MEMORIES =
      List.of("tso-nmca", "pso-nmca-full", "pso-nmca-no", "rmo-nmca-full", "rmo-nmca-no");

  private static final List<List<Optimisation>> SWITCHED_OFF =
      List.of(
          List.of(Optimisation.SHARING),
          List.of(Optimisation.DROPPING),
          List.of(Optimisation.DROPPING, Optimisation.SHARING, Optimisation.PARTIAL_ORDER));

  /** Where reductions are refused: which steps commute is not known where writes propagate. */
  private static final List<String> UNREDUCED = List.of("power");

  private static final List<String> UNSYMMETRIC = List.of("armv8", "riscv");

  private static final int MOST_STATES = 5_000;

  static List<Path> models() throws Exception {
    List<Path> models =
        ExpectationFiles.models(Path.of("library/gc")).stream()
            .filter(model -> model.toString().endsWith(".c"))
            .toList();
    int sample = Boolean.getBoolean("fencepost.full") ? 1 : 2;
    return IntStream.range(0, models.size())
        .filter(i -> i % sample == Long.getLong("fencepost.seed", 1) % sample)
        .mapToObj(models::get)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("models")
  void partialOrderChangesNothingButCounts(Path model) throws Exception {
    compare(model, List.of(Optimisation.PARTIAL_ORDER));
  }

  @ParameterizedTest
  @MethodSource("models")
  @LongTest
  void symmetryChangesNothingButCounts(Path model) throws Exception {
    compare(model, List.of(Optimisation.SYMMETRY));
    compare(model, List.of(Optimisation.PARTIAL_ORDER, Optimisation.SYMMETRY));
  }

  /** As checks come, with whatever is tried on the way. */
  @ParameterizedTest
  @MethodSource("models")
  @LongTest
  void usualChecksChangeNothingButCounts(Path model) throws Exception {
    compare(model, List.of());
  }

  @ParameterizedTest
  @MethodSource("models")
  @LongTest
  void memoriesMadeFewerChangeNoVerdict(Path model) throws Exception {
    int compared = 0;
    int left = 0;
    for (Scenario scenario : ExpectationFiles.read(model).orElseThrow().scenarios()) {
      for (String memories : OWN_MEMORIES) {
        if (scenario.ltl().isEmpty()) {
          CheckTask task =
              CheckTask.of(model.toString().replace('\\', '/'), memories)
                  .withDefines(scenario.defines())
                  .withBounds(Bounds.none().withStates(MOST_STATES));
          int runs = namesObservers(task) ? compare(task) : 0;
          compared += runs;
          left += SWITCHED_OFF.size() - runs;
        }
      }
    }
    System.out.printf("%s: %d compared, %d left out%n", model, compared, left);
  }

  /** Whether properties say in whose memory they look; else such models are refused. */
  private static boolean namesObservers(CheckTask task) {
    try {
      verdict(task.withBounds(Bounds.none().withStates(1)));
      return true;
    } catch (InvalidInputException refused) {
      return false;
    }
  }

  /** Compares verdicts with something switched off; gives how many had one. */
  private static int compare(CheckTask task) throws InvalidInputException {
    Verdict usual = verdict(task);
    int compared = 0;
    for (List<Optimisation> off : SWITCHED_OFF) {
      Verdict without = verdict(task.withStrategy(Strategy.usual().without(off)));
      if (!(usual instanceof Verdict.Inconclusive) && !(without instanceof Verdict.Inconclusive)) {
        assertThat(without.getClass())
            .as("%s %s without %s", task.title(), task.model(), off)
            .isEqualTo(usual.getClass());
        compared++;
      }
    }
    return compared;
  }

  private static Verdict verdict(CheckTask task) throws InvalidInputException {
    return Checker.check(task, CheckListener.NONE).verdict();
  }

  private static void compare(Path model, List<Optimisation> with) throws Exception {
    Strategy reduced = Strategy.usual().with(with);
    Expectations expected = ExpectationFiles.read(model).orElseThrow();
    SequencedMap<Scenario, List<String>> runs = expected.runs();
    runs.keySet().removeIf(each -> each.ltl().isPresent());
    Expectations found =
        ExpectationFiles.find(
            model, runs, name -> isRefused(name, with) ? Strategy.usual() : reduced);
    assertThat(outcomes(found)).isEqualTo(outcomes(expected));
    assertThat(found.explainedBy(expected).marks()).isEqualTo(expected.marks());
  }

  private static boolean isRefused(String model, List<Optimisation> with) {
    return UNREDUCED.contains(model)
        || UNSYMMETRIC.contains(model) && with.contains(Optimisation.SYMMETRY);
  }

  private static List<String> outcomes(Expectations expectations) {
    Stream<Expectations.Line> lines =
        expectations.lines().stream().filter(line -> line.scenario().indexOf(':') < 0);
    return lines
        .map(
            line ->
                line.outcome().startsWith("holds")
                    ? line.model() + line.scenario() + "holds"
                    : line.toString())
        .toList();
  }
}
