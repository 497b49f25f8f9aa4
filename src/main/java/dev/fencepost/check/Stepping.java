// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.frontend.FrontEnds;
import dev.fencepost.frontend.litmus.FinalStates;
import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.SourceModel;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.trace.Walk;
import dev.fencepost.transition.RunReplay;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.List;
import java.util.Optional;

/** Runs that a person chooses, step by step: C models, work packets and litmus tests. */
public final class Stepping {

  private Stepping() {}

  /**
   * The run that takes these of the possible steps, one after the other, and what may come next.
   *
   * @throws InvalidInputException also if the run cannot go so, or a limit of the task ends it
   */
  public static Walk walk(CheckTask task, List<Integer> choices) throws InvalidInputException {
    try {
      return Checker.budget(task, CheckListener.NONE, 0).run(() -> walked(task, choices));
    } catch (OutOfBudget e) {
      throw new InvalidInputException(LimitText.of(task, e), "step through a smaller program");
    }
  }

  private static Walk walked(CheckTask task, List<Integer> choices) throws InvalidInputException {
    SourceUnit unit = new SourceFiles().unit(task);
    Optional<LitmusTest> test =
        task.frontEnd().equals(FrontEnds.LITMUS)
            ? Optional.of(LitmusFrontEnd.parse(task.file(), unit.text()))
            : Optional.empty();
    SourceModel source = test.isPresent() ? test.get().checked() : task.frontEnd().translate(unit);
    if (!(source instanceof CheckedProgram program)) {
      throw new InvalidInputException("Promela models are not stepped through");
    }
    LoadedModel model = LoadedModel.of(task.model());
    model.requireFit(program);
    RelaxedMachine machine = RelaxedMachines.machine(task, program, model);
    try {
      Walk walk =
          machine
              .walk(choices)
              .orElseThrow(
                  () ->
                      new InvalidInputException(
                          "the program has no run with these steps",
                          "begin again: the program has changed"));
      boolean judged = test.isPresent() && walk.end().orElse(null) instanceof Walk.End.Finished;
      return judged ? walk.withEnd(judge(test.get(), machine, choices)) : walk;
    } catch (LimitException e) {
      throw new InvalidInputException("the machine is too small for this step: " + e.getMessage());
    }
  }

  /** The final states of a litmus test that a run has come to. */
  private static Walk.End.Finished judge(
      LitmusTest test, RelaxedMachine machine, List<Integer> choices) throws LimitException {
    FinalStates found = new FinalStates(test);
    found.add(machine.newViews().of(RunReplay.end(machine, choices), 0));
    return new Walk.End.Finished(
        test.question().text(),
        found.all().stream().map(state -> new Walk.Outcome(state.text(), state.meets())).toList());
  }
}
