// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceStep;
import dev.fencepost.trace.Walk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which of the shortest violating runs is shown. */
class FewestSwitchesTest {
  private static final String THREE =
      """
      #include <assert.h>
      #include <pthread.h>
      int x, y, z;
      static void *a(void *u) { z = 1; x = 1; return u; }
      static void *b(void *u) { if (x == 1) y = 1; return u; }
      static void *c(void *u) { assert(!(y == 1 && z == 1)); return u; }
      int main(void) {
        pthread_t s, t, v;
        pthread_create(&s, NULL, c, NULL);
        pthread_create(&t, NULL, b, NULL);
        pthread_create(&v, NULL, a, NULL);
        return 0;
      }
      """;

  private static int switches(List<TraceStep> steps) {
    int switches = 0;
    for (int i = 2; i < steps.size(); i++) {
      switches += steps.get(i).thread() == steps.get(i - 1).thread() ? 0 : 1;
    }
    return switches;
  }

  /** The fewest switches of all violating runs of so many steps, one by one. */
  private static int fewest(CheckTask task, List<Integer> choices, int steps)
      throws InvalidInputException {
    Walk walk = Stepping.walk(task, choices);
    if (walk.end().isPresent() || choices.size() == steps) {
      boolean violates = walk.end().filter(Walk.End.Violation.class::isInstance).isPresent();
      return violates ? switches(walk.steps()) : Integer.MAX_VALUE;
    }
    int fewest = Integer.MAX_VALUE;
    for (int i = 0; i < walk.choices().size(); i++) {
      List<Integer> longer = new ArrayList<>(choices);
      longer.add(i);
      fewest = Math.min(fewest, fewest(task, longer, steps));
    }
    return fewest;
  }

  @ParameterizedTest
  @ValueSource(strings = {"sc", "pso-no"})
  void noShortestRunHasFewerSwitches(String model) throws InvalidInputException {
    Fencepost check = Fencepost.checkText("three.c", THREE).model(model);
    Trace trace = check.run().trace().orElseThrow();
    assertThat(switches(trace.steps())).isEqualTo(fewest(check.task(), List.of(), trace.length()));
  }

  @ParameterizedTest
  @CsvSource({
    "g1-satb/g1-satb-broken-late.c, sc, 53, 5",
    "allocation/free-list-broken-tag.c, armv8, 26, 3",
    "go-hybrid/go-hybrid-broken-dijkstra.c, x86, 66, 5"
  })
  void longRunsHaveFewSwitches(String file, String model, int steps, int switches)
      throws InvalidInputException {
    Path path = Path.of("library/gc/production", file);
    Trace trace = Fencepost.check(path).model(model).run().trace().orElseThrow();
    assertThat(trace.length()).isEqualTo(steps);
    assertThat(switches(trace.steps())).isEqualTo(switches);
  }

  @Test
  void largeSearchesCompareRunsWithAsManyStepsOfEachThread() throws InvalidInputException {
    Trace trace =
        Fencepost.check(Path.of("library/gc/staccato/staccato.c"))
            .model("rmo-no")
            .define("COLLECTORS", "2")
            .define("MUTATORS", "2")
            .run()
            .trace()
            .orElseThrow();
    assertThat(trace.length()).isEqualTo(17);
    assertThat(switches(trace.steps())).isEqualTo(5);
  }

  @Test
  void everySearchShowsOneRun() throws InvalidInputException {
    Fencepost check = Fencepost.check(Path.of("library/gc/chicken/chicken.c")).model("rmo-no");
    Trace one = check.threads(1).run().trace().orElseThrow();
    assertThat(check.threads(2).run().trace()).contains(one);
  }

  @Test
  void anyRunIsAsShort() throws InvalidInputException {
    CheckTask task = CheckTask.of("library/gc/production/g1-satb/g1-satb-broken-late.c", "sc");
    CheckTask any = task.withStrategy(task.strategy().withAnyRun(true));
    Trace easy = Checker.check(task, CheckListener.NONE).trace().orElseThrow();
    Trace other = Checker.check(any, CheckListener.NONE).trace().orElseThrow();
    assertThat(other.length()).isEqualTo(easy.length());
    assertThat(switches(other.steps())).isGreaterThan(switches(easy.steps()));
  }
}
