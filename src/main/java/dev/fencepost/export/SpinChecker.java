// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.LoadedModel;
import dev.fencepost.check.LoadedProgram;
import dev.fencepost.export.PromelaExport.Form;
import dev.fencepost.ir.Unrolling;
import dev.fencepost.machine.MachineOptions;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.machine.RunStep;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.trace.Trace;
import dev.fencepost.transition.TransitionSystem.LimitException;
import dev.fencepost.verdict.Statistics;
import dev.fencepost.verdict.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * SPIN as the engine of a check: the program is exported, SPIN searches, and the run that it finds
 * is replayed by the machine, so that the result looks like any other.
 */
public final class SpinChecker {
  private static final Duration USUAL_TIME = Duration.ofMinutes(10);

  private final Spin spin;

  public SpinChecker(Spin spin) {
    this.spin = spin;
  }

  /** Checks in the direct form if the program and the model have one, else in the uniform one. */
  public CheckResult check(CheckTask task) throws InvalidInputException {
    LoadedModel model = LoadedModel.of(task.model());
    LoadedProgram loaded = LoadedProgram.of(task);
    model.requireFit(loaded, task);
    return check(task, loaded, model, form(task, loaded, model));
  }

  /** The direct form if the program has one under this model, else the uniform one. */
  static Form form(CheckTask task, LoadedProgram loaded, LoadedModel model) {
    try {
      PromelaExport.of(
          task, loaded.program(task), model.model(), Form.DIRECT, Form.DIRECT.usualBound());
      return Form.DIRECT;
    } catch (InvalidInputException e) {
      return Form.UNIFORM;
    }
  }

  CheckResult check(CheckTask task, LoadedProgram loaded, LoadedModel model, Form form)
      throws InvalidInputException {
    CheckedProgram program = loaded.program(task);
    String text = PromelaExport.of(task, program, model.model(), form, form.usualBound());
    SpinRun run = spin.run(text, task.bounds().time().orElse(USUAL_TIME), false);
    Verdict verdict =
        switch (run.outcome()) {
          case HOLDS -> bounded(form, program);
          case STOPPED -> new Verdict.Inconclusive(run.message());
          case VIOLATED -> new Verdict.Violated(replay(program, model, run.steps()));
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
    return new CheckResult(task, verdict, statistics, loaded.inputs());
  }

  private static Verdict bounded(Form form, CheckedProgram program) {
    int bound = form.usualBound();
    return switch (form) {
      case DIRECT ->
          new Verdict.Holds(
              DirectExport.mayFill(program, bound) ? OptionalInt.of(bound) : OptionalInt.empty());
      case UNIFORM ->
          Unrolling.hasLoops(program.program())
              ? new Verdict.Inconclusive(
                  "SPIN saw each thread jump backwards " + bound + " times at most")
              : new Verdict.Holds(OptionalInt.empty());
    };
  }

  /** The machine's own account of a run that SPIN found. */
  private static Trace replay(CheckedProgram program, LoadedModel model, List<RunStep> steps) {
    RelaxedMachine machine = new RelaxedMachine(program, model.model(), MachineOptions.DEFAULT);
    try {
      Optional<List<Integer>> schedule = machine.schedule(steps);
      return machine.explain(
          schedule.orElseThrow(
              () -> new IllegalStateException("the run that SPIN found does not replay")));
    } catch (LimitException e) {
      throw new IllegalStateException("the run that SPIN found does not replay", e);
    }
  }
}
