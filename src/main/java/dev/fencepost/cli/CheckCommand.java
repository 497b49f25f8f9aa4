// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.check.LoadedModel;
import dev.fencepost.check.LoadedProgram;
import dev.fencepost.check.ModelNames;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks files under memory models. */
@Command(
    name = "check",
    description = "Checks C files under memory models.",
    footer = {
      "",
      "Examples:",
      "  fencepost check my-collector.c",
      "  fencepost check library/gc/chicken/chicken.c --model pso-full -D SCENARIO=WR",
      "  fencepost check my-collector.c --model tso,rmo-no --mutators 2 --time 60s",
      "  fencepost check my-collector.c --model ./my-cpu.mcm,tso",
      "  fencepost check my-collector.c --model tso --format json > result.json",
      "  fencepost check --repeat result.json",
      "",
      "Exit status: 0 holds, 1 violated, 2 inconclusive, 3 bad input, 4 a defect of Fencepost;",
      "of several checks the gravest, in the order 4, 3, 1, 2, 0."
    })
final class CheckCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Spec private CommandSpec spec;
  @Mixin private TaskOptions options;

  @Parameters(paramLabel = "FILE", arity = "0..*", description = "The C files.")
  private List<String> files = List.of();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "text or json (text); docs/result-json.md tells the schema.")
  private CheckFormat format = CheckFormat.TEXT;

  @Option(names = "--no-trace", description = "Does not show the violating run.")
  private boolean noTrace;

  @Option(
      names = "--repeat",
      paramLabel = "RESULT",
      description = "Does the checks again that a result in JSON tells of.")
  private String repeat;

  CheckCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** How results are written. */
  enum CheckFormat {
    TEXT,
    JSON
  }

  @Override
  public Integer call() throws InvalidInputException {
    List<Prepared> checks = prepare(tasks());
    CheckOutput output =
        switch (format) {
          case TEXT -> new TextOutput(terminal, !noTrace, width(checks));
          case JSON -> new JsonOutput(terminal, !noTrace);
        };
    ExitStatus status = ExitStatus.HOLDS;
    List<CheckResult> results = new ArrayList<>();
    for (Prepared check : checks) {
      CheckTask task = check.task();
      CheckResult result =
          Checker.check(task, check.program(), check.model(), terminal.listener(task.model()));
      terminal.endProgress();
      results.add(result);
      output.result(result);
      status = status.or(statusOf(result));
    }
    output.end(results);
    return status.code();
  }

  private List<CheckTask> tasks() throws InvalidInputException {
    options
        .problem()
        .ifPresent(
            problem -> {
              throw new ParameterException(spec.commandLine(), problem);
            });
    if (repeat != null) {
      return RepeatFile.tasks(repeat, terminal);
    }
    if (files.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "which FILE is to be checked?");
    }
    List<CheckTask> tasks = new ArrayList<>();
    List<String> models = options.models.isEmpty() ? ModelNames.standard() : options.models;
    for (String file : files) {
      for (String model : models) {
        tasks.add(options.task(file, model));
      }
    }
    return tasks;
  }

  /** A check whose inputs are read. */
  private record Prepared(CheckTask task, LoadedProgram program, LoadedModel model) {}

  /** All are loaded before the first is checked, so that bad input is told before any result. */
  private static List<Prepared> prepare(List<CheckTask> tasks) throws InvalidInputException {
    Map<String, LoadedModel> models = new LinkedHashMap<>();
    for (CheckTask task : tasks) {
      if (!models.containsKey(task.model())) {
        models.put(task.model(), LoadedModel.of(task.model()));
      }
    }
    Map<CheckTask, LoadedProgram> programs = new LinkedHashMap<>();
    List<Prepared> prepared = new ArrayList<>();
    for (CheckTask task : tasks) {
      LoadedProgram program = programs.get(task.withModel(""));
      if (program == null) {
        program = LoadedProgram.of(task);
        programs.put(task.withModel(""), program);
      }
      LoadedModel model = models.get(task.model());
      model.requireFit(program);
      prepared.add(new Prepared(task, program, model));
    }
    return prepared;
  }

  private static int width(List<Prepared> checks) {
    return checks.stream().mapToInt(check -> check.task().model().length()).max().orElse(0);
  }

  private static ExitStatus statusOf(CheckResult result) {
    return switch (result.verdict()) {
      case Verdict.Violated violated -> ExitStatus.VIOLATED;
      case Verdict.Inconclusive inconclusive -> ExitStatus.INCONCLUSIVE;
      case Verdict.Holds holds -> {
        boolean asked = result.task().bounds().window().isPresent();
        yield holds.window().isEmpty() || asked ? ExitStatus.HOLDS : ExitStatus.INCONCLUSIVE;
      }
    };
  }
}
