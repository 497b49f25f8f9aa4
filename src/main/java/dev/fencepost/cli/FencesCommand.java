// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.budget.Budget;
import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Inputs;
import dev.fencepost.check.ModelNames;
import dev.fencepost.check.Scenarios;
import dev.fencepost.cli.FencesOutput.Alone;
import dev.fencepost.cli.ResultsOption.Form;
import dev.fencepost.fences.Answer;
import dev.fencepost.fences.Ask;
import dev.fencepost.fences.Costs;
import dev.fencepost.fences.FencesListener;
import dev.fencepost.fences.FencesResult;
import dev.fencepost.fences.FencesTask;
import dev.fencepost.fences.InstructionNames;
import dev.fencepost.fences.KnownOutcome;
import dev.fencepost.fences.Synthesis;
import dev.fencepost.fences.Weights;
import dev.fencepost.frontend.FrontEnds;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.suite.KnownResults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Finds the fences that a program lacks. */
@Command(
    name = "fences",
    description =
        "Finds the cheapest fences and orders of accesses with which a C file holds under memory"
            + " models, or those that it does not need, and proves that there are none cheaper.",
    footer = {
      "",
      "Examples:",
      "  fencepost fences library/gc/stopless/stopless.c -m pso-no --scenario WR,RW",
      "  fencepost fences my-collector.c --model rmo-full --all",
      "  fencepost fences my-collector.c --model cpus --apply out --html out.html",
      "  fencepost fences library/gc/staccato/staccato-fence.c -m pso-no --weaken",
      "  fencepost fences my-collector.c --model cpus --orders",
      "  fencepost fences my-collector.c --model armv8 --add both",
      "  fencepost fences my-collector.c --model armv8 --per-call",
      "  fencepost fences my-collector.c --model x86 --cost fence[seq_cst]=30",
      "  fencepost fences my-collector.c --model x86 --weights 50:5:1",
      "",
      "Exit status: 0 answers, or nothing to add; 1 no fence helps; 2 a limit was hit; 3 bad input."
    })
final class FencesCommand extends LongCommand {
  @Mixin private TaskOptions options;

  @Mixin private ResultsOption results;

  @Parameters(paramLabel = "FILE", description = "The C file.")
  private String file = "";

  @Option(names = "--all", description = "Every minimal answer, not a cheapest one alone.")
  private boolean all;

  @Option(
      names = "--weaken",
      description =
          "Looks for what the fences and the orders of atomic accesses that are there can be"
              + " replaced by, or left out, so that it still holds: under all models together, and"
              + " under each.")
  private boolean weaken;

  @Option(
      names = "--orders",
      description =
          "Looks for the weakest memory_order_* of each atomic access with which it holds, whatever"
              + " they are now; fences stay as they are.")
  private boolean orders;

  @Option(
      names = "--add",
      paramLabel = "WHAT",
      description =
          "What may be added: fences (which is usual), orders (stronger orders of the accesses that"
              + " are there), or both.")
  private @Nullable String add;

  @Option(
      names = "--per-call",
      description =
          "Each call of a function has places of its own. The patch has a copy of the function for"
              + " calls that need something which others do not.")
  private boolean perCall;

  @Option(
      names = "--cost",
      paramLabel = "FENCE=N",
      split = ",",
      description =
          "The cost of a fence or of an order, in place of the one in the model's file:"
              + " fence[acquire], fence[release], fence[seq_cst], fence[WW] and so on, a kind that"
              + " the file declares, load[acquire], store[release], rmw[acq_rel] and so on.")
  private Map<String, Integer> costs = new LinkedHashMap<>();

  @Option(
      names = "--weights",
      paramLabel = "FAST:SLOW:COLLECTOR",
      description =
          "How many times more a fence costs on a mutator's fast path, on its slow path and in the"
              + " collector (100:10:1).")
  private String weights = "100:10:1";

  @Option(
      names = "--apply",
      paramLabel = "FOLDER",
      description =
          "Writes for each answer the patched files into a folder of this folder, and their diff"
              + " beside it. Sources are not changed.")
  private @Nullable String apply;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Writes the answers as one HTML file: the source with its places and their costs in the"
              + " margin, and the run that each part of an answer forbids, one click away.")
  private @Nullable String html;

  @Override
  ExitStatus run() throws InvalidInputException {
    options.problem().ifPresent(problem -> require(false, problem));
    long end = options.time == null ? Long.MAX_VALUE : System.nanoTime() + options.time.toNanos();
    return Budget.current()
        .withStop(() -> end != Long.MAX_VALUE && System.nanoTime() - end > 0)
        .run(this::search);
  }

  private ExitStatus search() throws InvalidInputException {
    if (!FrontEnds.C.reads(file)) {
      throw new InvalidInputException(
          file + " is " + FrontEnds.of(file).noun(), "'fencepost fences' reads C");
    }
    OutputFile.require(List.of(file), html, results.name());
    PatchFolder folder = PatchFolder.of(apply, file, terminal);
    FencesOutput output = new FencesOutput(terminal, file);
    FencesTask task = task();
    Inputs inputs = new Inputs();
    for (CheckTask each : task.checks()) {
      OutputFile.require(each, inputs, html, results.name());
    }
    FencesListener listener = listener(output, folder);
    KnownResults<KnownOutcome> known =
        results.open(Form.ofRecords("fences", KnownOutcome.class, any -> true), terminal);
    FencesResult result = Synthesis.run(task, known, listener);
    if (weaken || orders) {
      eachModel(task, output, result, known);
    }
    return report(
        () -> {
          output.end(result);
          return FencesOutput.status(result)
              .or(results.end(terminal))
              .or(OutputFile.write(terminal, html, () -> FencesReport.html(task, result)));
        });
  }

  /** Says what each model needs by itself, unless somebody stops that: the answers stand. */
  private static void eachModel(
      FencesTask task, FencesOutput output, FencesResult result, KnownResults<KnownOutcome> known)
      throws InvalidInputException {
    try {
      output.eachModel(result, alone(task, result, known));
    } catch (OutOfBudget e) {
      if (e.limit() != Budget.Limit.REQUEST) {
        throw e;
      }
    }
  }

  /** What each model needs by itself, of what is there; a single one in its processor's words. */
  private static List<Alone> alone(
      FencesTask task, FencesResult together, KnownResults<KnownOutcome> known)
      throws InvalidInputException {
    List<Alone> results = new ArrayList<>();
    List<String> models = task.checks().stream().map(CheckTask::model).distinct().toList();
    for (String model : models) {
      InstructionNames names = InstructionNames.of(model);
      if (models.size() > 1) {
        FencesResult own = Synthesis.run(task.under(model), known, FencesListener.NONE);
        results.add(new Alone(model, names, own));
      } else if (!names.isEmpty()) {
        results.add(new Alone(model, names, together));
      }
    }
    return results;
  }

  private Ask ask() {
    int given = (weaken ? 1 : 0) + (orders ? 1 : 0) + (add == null ? 0 : 1);
    require(given <= 1, "--weaken, --orders and --add exclude one another");
    if (weaken || orders) {
      return weaken ? Ask.WEAKEN : Ask.ORDERS;
    }
    return switch (add == null ? "fences" : add) {
      case "fences" -> Ask.FENCES;
      case "orders" -> Ask.STRONGER;
      case "both" -> Ask.BOTH;
      default ->
          throw new ParameterException(
              spec.commandLine(), "--add is fences, orders or both, not '" + add + "'");
    };
  }

  private FencesTask task() throws InvalidInputException {
    costs.forEach((name, cost) -> require(cost >= 0, "--cost " + name + " must not be negative"));
    List<CheckTask> checks = new ArrayList<>();
    Inputs inputs = new Inputs();
    List<String> models =
        options.models.isEmpty()
            ? ModelNames.usual(FrontEnds.C)
            : ModelNames.expanded(options.models);
    Duration time = options.time;
    options.time = null;
    for (CheckTask scenario : scenarios(options.task(file, models.getFirst()))) {
      for (CheckTask each : inputs.tasks(scenario, false)) {
        models.forEach(
            model ->
                checks.add(each.withModel(model).withStrategy(each.strategy().withThreads(1))));
      }
    }
    options.time = time;
    return new FencesTask(
        checks, new Costs(costs, weights()), ask(), all, options.threads, perCall);
  }

  /** A task for each of the scenarios behind {@code --scenario}, which a comma joins. */
  private static List<CheckTask> scenarios(CheckTask task) {
    String names = task.defines().get(Scenarios.DEFINE);
    return names == null
        ? List.of(task)
        : List.of(names.split(",", -1)).stream()
            .map(name -> task.withDefine(Scenarios.DEFINE, name))
            .toList();
  }

  private Weights weights() {
    require(
        weights.matches("[1-9]\\d{0,5}:[1-9]\\d{0,5}:[1-9]\\d{0,5}"),
        "--weights is three numbers from 1 on, as in 100:10:1, not '" + weights + "'");
    String[] parts = weights.split(":", -1);
    return new Weights(
        Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
  }

  private FencesListener listener(FencesOutput output, PatchFolder folder) {
    return new FencesListener() {
      @Override
      public void progress(Progress progress) {
        output.progress(progress);
      }

      @Override
      public void answer(Answer answer) throws InvalidInputException {
        output.answer(answer);
        folder.add(answer);
      }

      @Override
      public String whyStopped() {
        return terminal.stopRequested()
            ? FencesListener.super.whyStopped()
            : "the time limit was reached (--time)";
      }
    };
  }
}
