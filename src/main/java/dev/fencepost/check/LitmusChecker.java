// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.budget.Budget;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.frontend.litmus.FinalStates;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.ir.ControlFlow;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.machine.step.MemoryViews;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.trace.Trace;
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
    return Checker.limited(
        task,
        listener,
        0,
        () -> search(task, test, model, listener),
        limit -> new LitmusOutcome(new FinalStates(test), 0, Optional.of(limit)));
  }

  private static LitmusOutcome search(
      CheckTask task, LitmusTest test, LoadedModel model, CheckListener listener)
      throws InvalidInputException {
    model.requireFit(test.checked());
    RelaxedMachines.requireTable(task, model);
    RelaxedMachine machine = machine(task, test.checked(), model);
    MemoryViews views = machine.newViews();
    FinalStates found = new FinalStates(test);
    SearchListener collector =
        new SearchListener() {
          @Override
          public void endState(byte[] bytes, int offset, int length) {
            found.add(views.of(bytes, offset));
          }
        };
    PlannedCheck planned = RelaxedPlan.toAllEnds(task, machine, collector);
    Found result = Checker.run(planned, listener);
    return new LitmusOutcome(found, result.counts().states(), limit(task, planned, result));
  }

  /** The machine; without loops it memoises no steps, as few of them are met again. */
  private static RelaxedMachine machine(CheckTask task, CheckedProgram program, LoadedModel model) {
    boolean loops =
        program.program().threads().stream()
            .anyMatch(thread -> ControlFlow.goesBack(thread.code()));
    MachineOptions options = RelaxedMachines.options(task);
    return new RelaxedMachine(
        program,
        RelaxedMachines.memoryModel(task, model),
        loops ? options : options.withoutStepCache());
  }

  private static Optional<String> limit(CheckTask task, PlannedCheck planned, Found result) {
    return switch (result.ending()) {
      case Found.Stopped stopped -> Optional.of(LimitText.of(task, stopped.why()));
      case Found.Violation violation ->
          Optional.of(
              violation.run() instanceof Found.OfQuotient
                  ? "some run fails"
                  : failure(planned.explanation().apply(violation.run()).failure()));
      default ->
          result.counts().boundHit()
              ? Optional.of("the window bound of a loop was hit (--window)")
              : Optional.empty();
    };
  }

  /** A run that fails has no final state, and ends the search. */
  private static String failure(Trace.Failure failure) {
    String message = failure.message().isEmpty() ? "" : ": " + failure.message();
    return "a run fails in line %d, %s: %s"
        .formatted(
            failure.origin().span().line(), failure.origin().text(), failure.kind() + message);
  }

  /**
   * A shortest run to a final state that was found; as the violation of never ending so. Ends as
   * {@link Budget#look} does where a limit comes first.
   */
  public static Optional<Verdict.Violated> witness(
      CheckTask task, LitmusTest test, FinalStates.FinalState state, LoadedModel model) {
    RelaxedMachine machine = RelaxedMachines.machine(task, test.refuting(state), model);
    PlannedCheck planned = RelaxedPlan.toShortestRun(task, machine);
    Found found = Checker.run(planned, CheckListener.NONE);
    if (found.ending() instanceof Found.Violation violation) {
      Budget untimed = Budget.current().withoutTime();
      Trace run = untimed.run(() -> planned.explanation().apply(violation.run()));
      return Optional.of(new Verdict.Violated(run));
    }
    Budget.look();
    return Optional.empty();
  }
}
