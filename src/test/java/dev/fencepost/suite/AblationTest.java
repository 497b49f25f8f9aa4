// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Optimisation;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.source.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every optimisation can be switched off, and neither verdicts nor shortest traces change, but that
 * without stages a run has more steps, and with memories of their own without the table of laws.
 * Without guards or the table fetch runs ahead of what must wait, so that a loop may come to the
 * window bound.
 */
@Execution(ExecutionMode.CONCURRENT)
class AblationTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");

  /** With {@code -Dfencepost.full=true} checks may have so many times the states. */
  private static final int LARGER = FULL ? 5 : 1;

  private static final Bounds LIMIT =
      Bounds.none().withTime(Duration.ofSeconds(20)).withStates(100_000);

  private static final int SMALL = 50;
  private static final int SHORT = 5;

  /** Laws that are evaluated on the steps taken cost far more time than the table. */
  private static final List<Optimisation> SLOW =
      List.of(Optimisation.TABLE, Optimisation.PREDICATES);

  /**
   * Not those that do nothing here: for Promela, for memories of their own, and reductions, which
   * are off as counts are compared. {@link ReducedLibraryTest} has them.
   */
  @ParameterizedTest
  @EnumSource(
      value = Optimisation.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"REDUCTION", "DROPPING", "SHARING", "PARTIAL_ORDER", "SYMMETRY"})
  void modelsOfTheLibraryKeepTheirVerdicts(Optimisation optimisation, TestReporter reporter)
      throws IOException, InvalidInputException {
    List<String> different = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    int checks = 0;
    for (Path model : ExpectationFiles.models(Path.of("library", "gc"))) {
      for (Expectations.Line line : ExpectationFiles.read(model).orElseThrow().lines()) {
        if (isSmall(line, SLOW.contains(optimisation)) && applies(optimisation, line.model())) {
          checks++;
          Expectations.Line found = run(model, line, List.of(optimisation));
          boolean sameTrace =
              hasMoreSteps(optimisation, line.model())
                  || !line.outcome().equals("violated")
                  || line.equals(found);
          if (found.outcome().equals("inconclusive")) {
            leftOut.add(model.getFileName() + " " + line.model() + " " + line.scenario());
          } else if (!withoutBound(line).equals(withoutBound(found)) || !sameTrace) {
            different.add(model + ": " + line + " became " + found);
          }
        }
      }
    }
    reporter.publishEntry(
        checks + " checks without " + optimisation.word() + ", came to a limit: " + leftOut);
    assertThat(different).isEmpty();
    assertThat(checks - leftOut.size()).isGreaterThan(15);
  }

  /** By general laws a store is reflected to the memory of its own thread by a step of its own. */
  private static boolean hasMoreSteps(Optimisation without, String model) {
    return without == Optimisation.STAGES
        || SLOW.contains(without)
            && !BuiltInModels.named(model).orElseThrow().traits().multiCopyAtomic();
  }

  /** Processors need the table of their laws. */
  private static boolean applies(Optimisation optimisation, String model) {
    return !Optimisation.OF_LAWS.contains(optimisation)
        || !BuiltInModels.named(model).orElseThrow().traits().isProcessor();
  }

  private static String withoutBound(Expectations.Line line) {
    return line.outcome().replaceAll("<=.*", "");
  }

  private static boolean isSmall(Expectations.Line line, boolean slow) {
    if (line.outcome().contains("<=") || line.scenario().matches(".*(LOOP|[:,]).*")) {
      return false;
    }
    int equals = line.count().indexOf('=');
    int count =
        equals < 0 ? Integer.MAX_VALUE : Integer.parseInt(line.count().substring(equals + 1));
    int most = line.count().startsWith("steps") ? SHORT : SMALL;
    return count <= most * LARGER * (slow ? 3 : 4) / 4;
  }

  private static Expectations.Line run(
      Path model, Expectations.Line line, List<Optimisation> without) throws InvalidInputException {
    Scenario scenario = new Scenario(line.scenario());
    CheckTask task =
        CheckTask.of(model.toString().replace('\\', '/'), line.model())
            .withDefines(scenario.defines())
            .withBounds(LIMIT)
            .withStrategy(Strategy.usual().without(plain(without)));
    return Expectations.Line.of(Checker.check(task, CheckListener.NONE), scenario);
  }

  /** A reduced search that comes to a limit may show a run that is not the shortest. */
  private static List<Optimisation> plain(List<Optimisation> without) {
    List<Optimisation> all = new ArrayList<>(without);
    all.addAll(Optimisation.REDUCTIONS);
    return all;
  }

  private static final String MESSAGE =
      """
      #include <assert.h>
      #include <pthread.h>
      #include <stddef.h>
      static int data, flag;
      static void *writer(void *unused) { data = 1; flag = 1; return NULL; }
      int main(void) {
        pthread_t thread;
        pthread_create(&thread, NULL, writer, NULL);
        int seen = flag;
        assert(!seen || data);
        return 0;
      }
      """;

  private static CheckResult message(String model, List<Optimisation> without)
      throws InvalidInputException {
    return message(model, MESSAGE, without);
  }

  private static CheckResult message(String model, String text, List<Optimisation> without)
      throws InvalidInputException {
    CheckTask task =
        CheckTask.of("message.c", model)
            .withText(text)
            .withStrategy(Strategy.usual().without(without));
    return Checker.check(task, CheckListener.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sc", "tso", "pso-no", "rmo-no", "rmo-v9", "rmo-coherent-no", "itanium"})
  void aSmallCheckHasTheSameVerdictWithoutAny(String model) throws InvalidInputException {
    Class<?> verdict = message(model, List.of()).verdict().getClass();
    for (Optimisation one : Optimisation.values()) {
      assertThat(message(model, List.of(one)).verdict()).as(one.word()).isInstanceOf(verdict);
    }
    assertThat(message(model, Arrays.asList(Optimisation.values())).verdict())
        .isInstanceOf(verdict);
  }

  /** What each of the paper's optimisations gives, where it gives something. */
  @Test
  void eachOfThePapersOptimisationsSavesStates() throws InvalidInputException {
    for (String model : List.of("tso", "tso-coherent")) {
      long all = message(model, List.of()).statistics().states();
      for (Optimisation one : List.of(Optimisation.GUARDS, Optimisation.STAGES)) {
        assertThat(message(model, List.of(one)).statistics().states())
            .as(model + " without " + one.word())
            .isGreaterThan(all);
      }
    }
    String calm = MESSAGE.replace("assert(!seen || data)", "data = 2");
    assertThat(
            message("rmo-coherent-no", calm, List.of(Optimisation.PREDICATES))
                .statistics()
                .states())
        .isGreaterThan(message("rmo-coherent-no", calm, List.of()).statistics().states());
  }
}
