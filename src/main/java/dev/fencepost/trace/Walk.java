// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A run that a person chooses step by step, up to where it stands.
 *
 * @param threads the names of the threads
 * @param steps the steps so far; the first is the local work at the start
 * @param choices the steps that may come next, in the order of successors
 * @param end why there is no next step, if there is none
 */
public record Walk(
    List<String> threads,
    List<TraceStep> steps,
    List<TraceAccess> accesses,
    List<TraceStep> choices,
    Optional<End> end) {
  public Walk {
    threads = List.copyOf(threads);
    steps = List.copyOf(steps);
    accesses = List.copyOf(accesses);
    choices = List.copyOf(choices);
  }

  /**
   * This run, where accesses under way that have neither a next step nor a reason have this one.
   */
  public Walk withReason(String why) {
    TraceStep last = steps.getLast();
    List<TraceStep.ThreadView> views = new ArrayList<>();
    for (int thread = 0; thread < last.views().size(); thread++) {
      TraceStep.ThreadView view = last.views().get(thread);
      List<TraceStep.Pending> window = new ArrayList<>();
      for (TraceStep.Pending pending : view.window()) {
        boolean open = pending.access() < 0 || !pending.waits().isEmpty();
        window.add(open || isNext(thread, pending) ? pending : pending.waitingFor(why));
      }
      views.add(view.withWindow(window));
    }
    List<TraceStep> all = new ArrayList<>(steps.subList(0, steps.size() - 1));
    all.add(last.withViews(views));
    return new Walk(threads, all, accesses, choices, end);
  }

  private boolean isNext(int thread, TraceStep.Pending pending) {
    return choices.stream()
        .anyMatch(step -> step.thread() == thread && step.access() == pending.access());
  }

  /** This run with another end. */
  public Walk withEnd(End other) {
    return new Walk(threads, steps, accesses, choices, Optional.of(other));
  }

  /**
   * A final state of a litmus test.
   *
   * @param state as herd prints it
   * @param meets whether the test's condition holds of it
   */
  public record Outcome(String state, boolean meets) {}

  /** Why a run does not go on. */
  public sealed interface End {

    /** It violates something. */
    record Violation(Trace.Failure failure) implements End {}

    /**
     * All threads have ended.
     *
     * @param question what a litmus test asks of final states; empty for other programs
     * @param outcomes the final states of a litmus test: several where threads see different ones,
     *     none where the test's filter leaves them out
     */
    record Finished(String question, List<Outcome> outcomes) implements End {
      public Finished {
        outcomes = List.copyOf(outcomes);
      }
    }

    /** No thread can take a step, or the run does not count. */
    record Stuck() implements End {}
  }
}
