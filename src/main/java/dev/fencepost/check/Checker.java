// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.explore.SearchLimits;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchOrder;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.CheckedPromela;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Statistics;
import dev.fencepost.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/** The wiring: inputs, plan, attempts, verdict. */
public final class Checker {

  private Checker() {}

  /** Reads, translates and checks. */
  public static CheckResult check(CheckTask task, CheckListener listener)
      throws InvalidInputException {
    return check(task, new Inputs(), listener);
  }

  /** Checks what was read before, or reads it. */
  public static CheckResult check(CheckTask task, Inputs inputs, CheckListener listener)
      throws InvalidInputException {
    LoadedSource source = inputs.source(task);
    return switch (source.model()) {
      case CheckedProgram program -> check(task, source, inputs.model(task.model()), listener);
      case CheckedPromela promela -> {
        Clock clock = new Clock(source.takeSeconds());
        PlannedCheck planned = PromelaPlan.of(task, promela, adapt(listener));
        yield result(task, planned, source.inputs(), clock, listener);
      }
    };
  }

  /** Checks a program under a model that was loaded for a task of the same model. */
  public static CheckResult check(
      CheckTask task, LoadedSource source, LoadedModel model, CheckListener listener)
      throws InvalidInputException {
    Clock clock = new Clock(source.takeSeconds());
    PlannedCheck planned = RelaxedPlan.of(task, source.program(task), model, adapt(listener));
    List<InputText> inputs = new ArrayList<>(source.inputs());
    inputs.addAll(model.inputs());
    return result(task, planned, inputs, clock, listener);
  }

  /**
   * Measures a check.
   *
   * @param before the seconds that went before, for it
   */
  private record Clock(double before, long start) {
    Clock(double before) {
      this(before, System.nanoTime());
    }

    double seconds() {
      return before + (System.nanoTime() - start) * 1e-9;
    }
  }

  private static CheckResult result(
      CheckTask task,
      PlannedCheck planned,
      List<InputText> inputs,
      Clock clock,
      CheckListener listener) {
    double prepared = clock.seconds();
    listener.note(String.format(Locale.ROOT, "%s: prepared in %.2f s", task.title(), prepared));
    Found found = run(planned, options(task).limits(), listener);
    double seconds = clock.seconds();
    Verdict verdict =
        switch (found.ending()) {
          case Found.Complete complete -> holds(task, found.counts().boundHit());
          case Found.Violation violation ->
              new Verdict.Violated(planned.explanation().of(violation.run().orElseThrow()));
          case Found.Stopped stopped -> new Verdict.Inconclusive(LimitText.of(task, stopped.why()));
          case Found.Paused paused -> throw new IllegalStateException("a pause is no answer");
          case Found.Share share -> throw new IllegalStateException("an estimate is no answer");
        };
    return new CheckResult(
        task, verdict, statistics(planned.marks(), found.counts(), seconds), inputs);
  }

  /** Makes one attempt after the other, until one has the answer. */
  static Found run(PlannedCheck planned, SearchLimits limits, CheckListener listener) {
    planned.account().forEach(line -> listener.note("  " + line));
    SearchPlan plan = planned.plan();
    listener.note("  plan: " + plan);
    Clock all = new Clock(0);
    while (true) {
      Clock one = new Clock(0);
      Attempt attempt = plan.first();
      Found found = attempt.searcher().search(attempt.states(), limits.after(all.seconds()));
      SearchPlan.Step step = plan.after(found);
      listener.note(
          String.format(
              Locale.ROOT,
              "  %s: %,d states, %.2f s; %s",
              attempt.system(),
              found.counts().states(),
              one.seconds(),
              step.why()));
      if (step.answer().isPresent()) {
        listener.note(
            "  remained: " + (step.rest().attempts().isEmpty() ? "nothing" : step.rest()));
        return step.answer().get();
      }
      plan = step.rest();
    }
  }

  static SearchOptions options(CheckTask task) {
    SearchLimits limits = SearchLimits.usual();
    Bounds bounds = task.bounds();
    if (bounds.time().isPresent()) {
      limits = limits.withTime(bounds.time().get());
    }
    if (bounds.memory().isPresent()) {
      limits = limits.withBytes(Math.min(bounds.memory().getAsLong(), limits.bytes()));
    }
    if (bounds.states().isPresent()) {
      limits = limits.withStates(bounds.states().getAsLong());
    }
    SearchOrder order =
        switch (task.strategy().order()) {
          case BFS -> SearchOrder.BREADTH_FIRST;
          case DFS -> SearchOrder.DEPTH_FIRST;
        };
    return new SearchOptions(order, task.strategy().threads(), limits)
        .withExhaustive(task.strategy().exhaustive())
        .withSeed(task.strategy().seed());
  }

  private static SearchListener adapt(CheckListener listener) {
    return new SearchListener() {
      @Override
      public void progress(Progress p) {
        listener.progress(
            new CheckListener.Progress(p.states(), p.frontier(), p.bytes(), p.seconds()));
      }

      @Override
      public boolean stopRequested() {
        return listener.stopRequested();
      }
    };
  }

  /** That it holds, within the window bound where that was hit. */
  private static Verdict holds(CheckTask task, boolean boundHit) {
    int window = task.bounds().window().orElse(Bounds.USUAL_WINDOW);
    return new Verdict.Holds(boundHit ? OptionalInt.of(window) : OptionalInt.empty());
  }

  private static Statistics statistics(List<String> labels, Found.Counts counts, double seconds) {
    List<String> reached = new ArrayList<>();
    List<String> unreached = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      (counts.marks().contains(i) ? reached : unreached).add(labels.get(i));
    }
    return new Statistics(
        counts.states(),
        counts.transitions(),
        counts.depth(),
        counts.bytes(),
        seconds,
        counts.exhausted(),
        reached,
        unreached);
  }
}
