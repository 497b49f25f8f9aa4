// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.spin;

import dev.fencepost.budget.Budget;
import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.check.CheckTask.Order;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Inputs;
import dev.fencepost.check.LoadedModel;
import dev.fencepost.check.LoadedSource;
import dev.fencepost.export.PromelaExport;
import dev.fencepost.export.PromelaExport.Form;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.machine.explain.RunStep;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.transition.TransitionSystem.LimitException;
import dev.fencepost.verdict.Statistics;
import dev.fencepost.verdict.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * SPIN as the engine of a check: exports the program, lets SPIN search, and replays a violating run
 * on the machine, so that the result has a trace like any other.
 */
public record SpinChecker(Spin spin) {
  private static final Duration USUAL_TIME = Duration.ofMinutes(10);

  /** Refuses options of a task that say what SPIN does not do. */
  public static void require(CheckTask task) throws InvalidInputException {
    require(!task.demands().raceFree(), "--races error");
    require(!task.demands().deadlockAllowed(), "--allow-deadlock");
    Bounds bounds = task.bounds();
    require(bounds.states().isEmpty(), "--states");
    require(bounds.memory().isEmpty(), "--memory");
    require(bounds.window().isEmpty(), "--window");
    require(bounds.instances().isEmpty(), "--instances");
    Strategy strategy = task.strategy();
    require(strategy.order() == Order.BFS, "--search");
    require(strategy.seed() == 0, "--seed");
    require(!strategy.exhaustive(), "--exhaustive");
    require(strategy.without().isEmpty(), "--without");
    require(strategy.with().isEmpty(), "--with");
  }

  private static void require(boolean fits, String option) throws InvalidInputException {
    if (!fits) {
      throw new InvalidInputException(
          option + " is for the own engine", "leave out " + option + ", or --engine spin");
    }
  }

  /** Checks a task in its usual form; inconclusive where a limit or a request ends it. */
  public CheckResult check(CheckTask task, Inputs inputs) throws InvalidInputException {
    long start = System.nanoTime();
    Budget budget = Checker.budget(task, CheckListener.NONE, inputs.takeSeconds(task));
    try {
      return budget.run(() -> search(task, inputs));
    } catch (OutOfBudget e) {
      return Checker.ended(task, e, (System.nanoTime() - start) * 1e-9);
    }
  }

  private CheckResult search(CheckTask task, Inputs inputs) throws InvalidInputException {
    LoadedModel model = inputs.model(task.model());
    LoadedSource loaded = inputs.source(task);
    CheckedProgram program = loaded.program(task);
    model.requireFit(program);
    Form form = PromelaExport.usualForm(task, program, model.model());
    String text = PromelaExport.of(task, program, model.model(), form, form.usualBound());
    SpinRun run = spin.run(text, task.bounds().time().orElse(USUAL_TIME), false);
    Verdict verdict =
        switch (run.outcome()) {
          case HOLDS -> bounded(form, program);
          case STOPPED -> new Verdict.Inconclusive(run.message());
          case VIOLATED -> replayed(program, model, run.steps());
        };
    Statistics statistics =
        new Statistics(
            run.states(),
            0,
            run.steps().size(),
            run.bytes(),
            run.seconds(),
            run.outcome() == SpinRun.Outcome.HOLDS,
            List.of(),
            List.of());
    List<InputText> texts = new ArrayList<>(loaded.inputs());
    texts.addAll(model.inputs());
    return new CheckResult(task, verdict, statistics, List.of(), texts);
  }

  private static Verdict bounded(Form form, CheckedProgram program) {
    int bound = form.usualBound();
    if (PromelaExport.hasAllRuns(program, form, bound)) {
      return new Verdict.Holds(OptionalInt.empty());
    }
    return switch (form) {
      case DIRECT -> new Verdict.Holds(OptionalInt.of(bound));
      case UNIFORM ->
          new Verdict.Inconclusive(
              "SPIN saw each thread jump backwards " + bound + " times at most");
    };
  }

  /** What a run that SPIN found comes to on the machine. */
  private static Verdict replayed(CheckedProgram program, LoadedModel model, List<RunStep> steps) {
    RelaxedMachine machine = new RelaxedMachine(program, model.model(), MachineOptions.DEFAULT);
    try {
      List<Integer> schedule =
          machine
              .schedule(steps)
              .orElseThrow(
                  () -> new IllegalStateException("the run that SPIN found does not replay"));
      return new Verdict.Violated(machine.explain(machine.followed(schedule)));
    } catch (LimitException e) {
      return new Verdict.Inconclusive(e.getMessage());
    }
  }
}
