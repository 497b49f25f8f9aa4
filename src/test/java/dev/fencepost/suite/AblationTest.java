// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Order;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.check.Checker;
import dev.fencepost.check.LoadedProgram;
import dev.fencepost.check.Optimisation;
import dev.fencepost.source.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every optimisation can be switched off, and neither verdicts nor shortest traces change. Without
 * the table fetch runs ahead of what must wait, so that a loop may come to the window bound.
 */
class AblationTest {
  private static final int SMALL = 90;
  private static final int SHORT = 7;

  @ParameterizedTest
  @EnumSource(Optimisation.class)
  void smallModelsOfTheLibraryKeepTheirVerdicts(Optimisation optimisation)
      throws IOException, InvalidInputException {
    List<String> different = new ArrayList<>();
    int checks = 0;
    for (Path model : ExpectationFiles.models(Path.of("library", "gc"))) {
      for (Expectations.Line line : ExpectationFiles.read(model).orElseThrow().lines()) {
        if (isSmall(line)) {
          checks++;
          Expectations.Line found = run(model, line, List.of(optimisation));
          boolean sameTrace = !line.outcome().equals("violated") || line.equals(found);
          if (!line.outcome().equals(found.outcome().replaceAll("<=.*", "")) || !sameTrace) {
            different.add(model + ": " + line + " became " + found);
          }
        }
      }
    }
    assertThat(different).isEmpty();
    assertThat(checks).isGreaterThan(40);
  }

  private static boolean isSmall(Expectations.Line line) {
    if (line.outcome().contains("<=") || line.scenario().contains("LOOP")) {
      return false;
    }
    int equals = line.count().indexOf('=');
    int count =
        equals < 0 ? Integer.MAX_VALUE : Integer.parseInt(line.count().substring(equals + 1));
    return count <= (line.count().startsWith("steps") ? SHORT : SMALL);
  }

  private static Expectations.Line run(
      Path model, Expectations.Line line, List<Optimisation> without) throws InvalidInputException {
    Scenario scenario = new Scenario(line.scenario());
    CheckTask task =
        CheckTask.of(model.toString().replace('\\', '/'), line.model())
            .withDefines(scenario.defines())
            .withStrategy(new Strategy(Order.BFS, 1, 0, without));
    LoadedProgram program = LoadedProgram.of(task);
    return Expectations.Line.of(Checker.check(task, program, CheckListener.NONE), scenario);
  }

  @ParameterizedTest
  @EnumSource(Optimisation.class)
  void aSmallCheckIsTheSameWithoutAll(Optimisation one) throws InvalidInputException {
    List<Optimisation> all = Arrays.asList(Optimisation.values());
    Expectations.Line line = new Expectations.Line("pso-full", "WR", "", "");
    Path chicken = Path.of("library/gc/chicken/chicken.c");
    assertThat(run(chicken, line, all)).isEqualTo(run(chicken, line, List.of(one)));
  }
}
