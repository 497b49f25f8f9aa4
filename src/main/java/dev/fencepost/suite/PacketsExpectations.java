// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Inputs;
import dev.fencepost.check.ModelNames;
import dev.fencepost.check.Optimisation;
import dev.fencepost.check.Scenarios;
import dev.fencepost.frontend.FrontEnds;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Phrase;
import dev.fencepost.verdict.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What is expected of a work-packet file: the {@code .expect} file beside it has a line for each
 * memory model, scenario and check, {@code mmtk-sc pointer-deletion all-marked holds}. The check
 * "safety" is of assertions, ends and of what must hold in every state, with the exact number of
 * states where it holds and the length of the shortest run where it does not.
 */
public final class PacketsExpectations {
  private static final String HEAD =
      "# What `fencepost promote` found, over fair runs; the tests compare.\n";

  private PacketsExpectations() {}

  /** The work-packet files in a file or folder, sorted by name. */
  public static List<Path> files(Path fileOrFolder) throws InvalidInputException {
    return ExpectationFiles.files(fileOrFolder, List.of(FrontEnds.PACKETS));
  }

  /** The text that the expectation file should have. */
  public static String find(Path file) throws InvalidInputException {
    return HEAD + String.join("\n", lines(file, ModelNames.usual(FrontEnds.PACKETS))) + "\n";
  }

  /** The lines for some memory models. */
  public static List<String> lines(Path file, List<String> models) throws InvalidInputException {
    List<String> lines = new ArrayList<>();
    CheckTask whole =
        CheckTask.of(file.toString().replace('\\', '/'), models.getFirst())
            .withStrategy(Strategy.usual().without(List.of(Optimisation.PARTIAL_ORDER)));
    for (CheckTask scenario : Scenarios.tasks(whole)) {
      Inputs inputs = new Inputs();
      for (CheckTask check : inputs.source(scenario).tasks(scenario, true)) {
        for (String model : models) {
          lines.add(line(Checker.check(check.withModel(model), inputs, CheckListener.NONE)));
        }
      }
    }
    return lines;
  }

  private static String line(CheckResult result) {
    boolean safety = result.task().ltl().isEmpty();
    String count =
        switch (result.verdict()) {
          case Verdict.Violated violated -> " steps=" + violated.trace().length();
          case Verdict.Holds holds -> " states=" + result.statistics().states();
          case Verdict.Inconclusive inconclusive -> "";
        };
    return Phrase.of(
        "%-12s %-18s %-16s %s%s",
        result.task().model(),
        result.task().defines().getOrDefault(Scenarios.DEFINE, ""),
        result.task().ltl().map(CheckTask.Ltl::name).orElse("safety"),
        result.verdict().word(),
        safety ? count : "");
  }
}
