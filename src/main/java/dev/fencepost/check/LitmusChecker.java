// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.frontend.litmus.FinalStates;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.machine.step.MemoryViews;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import java.util.Optional;

/** Runs litmus tests: to all their final states, and to one of them. */
public final class LitmusChecker {

  private LitmusChecker() {}

  /**
   * The result of a litmus test.
   *
   * @param states the number of states searched
   * @param limit the limit that ended the search early, so that final states may be missing
   */
  public record LitmusOutcome(FinalStates finalStates, long states, Optional<String> limit) {}

  /**
   * Finds the final states of a test. Where threads have memories of their own that differ at the
   * end, what each of them holds is a final state. Of reductions only those are used that lose none
   * ({@link SoundnessTable.Kind#FINAL_STATES}).
   */
  public static LitmusOutcome run(
      CheckTask task, LitmusTest test, LoadedModel model, CheckListener listener)
      throws InvalidInputException {
    try {
      return Checker.budget(task, listener, 0).run(() -> search(task, test, model, listener));
    } catch (OutOfBudget e) {
      return new LitmusOutcome(new FinalStates(test), 0, Optional.of(LimitText.of(task, e)));
    }
  }

  private static LitmusOutcome search(
      CheckTask task, LitmusTest test, LoadedModel model, CheckListener listener)
      throws InvalidInputException {
    model.requireFit(test.checked());
    RelaxedMachines.requireTable(task, model);
    RelaxedMachine machine = RelaxedMachines.machine(task, test.checked(), model);
    MemoryViews views = machine.newViews();
    FinalStates found = new FinalStates(test);
    SearchListener collector =
        new SearchListener() {
          @Override
          public void endState(byte[] bytes, int offset, int length) {
            found.add(views.of(bytes, offset));
          }
        };
    Found result = Checker.run(RelaxedPlan.toAllEnds(task, machine, collector), listener);
    return new LitmusOutcome(found, result.counts().states(), limit(task, result));
  }

  private static Optional<String> limit(CheckTask task, Found result) {
    if (result.ending() instanceof Found.Stopped stopped) {
      return Optional.of(LimitText.of(task, stopped.why()));
    }
    return result.counts().boundHit()
        ? Optional.of("the window bound of a loop was hit (--window)")
        : Optional.empty();
  }

  /** A shortest run to a final state that was found; as the violation of never ending so. */
  public static Optional<Verdict.Violated> witness(
      CheckTask task, LitmusTest test, FinalStates.FinalState state, LoadedModel model) {
    RelaxedMachine machine = RelaxedMachines.machine(task, test.refuting(state), model);
    PlannedCheck planned = RelaxedPlan.toShortestRun(task, machine);
    Found found =
        Checker.budget(task, CheckListener.NONE, 0)
            .run(() -> Checker.run(planned, CheckListener.NONE));
    return found.ending() instanceof Found.Violation violation
        ? violation.run().map(run -> new Verdict.Violated(planned.explanation().apply(run)))
        : Optional.empty();
  }
}
