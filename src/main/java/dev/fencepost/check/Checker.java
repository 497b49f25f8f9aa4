// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.budget.Budget;
import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.check.CheckTask.Strategy;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchOrder;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.level.UnusableFolderException;
import dev.fencepost.level.UnusableMachinesException;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Phrase;
import dev.fencepost.trace.Trace;
import dev.fencepost.verdict.Statistics;
import dev.fencepost.verdict.Verdict;
import dev.fencepost.verdict.Warning;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** The wiring: inputs, plan, attempts, verdict. */
public final class Checker {
  /** The limit of a check that somebody stopped. */
  public static final String STOPPED = "stopped on request";

  private Checker() {}

  /** Reads, translates and checks. */
  public static CheckResult check(CheckTask task, CheckListener listener)
      throws InvalidInputException {
    return check(task, new Inputs(), listener);
  }

  /** Checks a task; reads its texts unless the inputs have them. */
  public static CheckResult check(CheckTask task, Inputs inputs, CheckListener listener)
      throws InvalidInputException {
    return within(
        task,
        listener,
        new Clock(0),
        clock -> {
          LoadedSource source = inputs.source(task);
          return check(task, source, inputs.modelOf(task), listener);
        });
  }

  /** Checks a program under a model that was loaded for a task of the same model. */
  public static CheckResult check(
      CheckTask task, LoadedSource source, LoadedModel model, CheckListener listener)
      throws InvalidInputException {
    return check(task, source, Optional.of(model), listener);
  }

  private static CheckResult check(
      CheckTask task, LoadedSource source, Optional<LoadedModel> model, CheckListener listener)
      throws InvalidInputException {
    List<InputText> inputs = new ArrayList<>(source.inputs());
    model.ifPresent(loaded -> inputs.addAll(loaded.inputs()));
    return within(
        task,
        listener,
        new Clock(source.takeSeconds() + model.map(LoadedModel::takeSeconds).orElse(0.0)),
        clock -> {
          CheckTask identified = Levels.identified(task, inputs);
          PlannedCheck planned = PlannedCheck.of(identified, source, model, adapt(listener));
          return result(task, planned, inputs, clock, listener).withWarnings(source.warnings());
        });
  }

  /** A part of a check. */
  private interface Part {
    CheckResult result(Clock clock) throws InvalidInputException;
  }

  /** Runs a part of a check within the limits of the task; inconclusive if it reaches one. */
  private static CheckResult within(CheckTask task, CheckListener listener, Clock clock, Part part)
      throws InvalidInputException {
    try {
      return budget(task, listener, clock.before).run(() -> part.result(clock));
    } catch (OutOfBudget e) {
      return ended(task, e, clock.seconds());
    } catch (UnusableFolderException e) {
      throw new InvalidInputException(e.getMessage());
    } catch (UnusableMachinesException e) {
      throw new InvalidInputException(
          e.getMessage(), "with --runs nothing is lost: 'fencepost resume' goes on");
    }
  }

  /**
   * Does some work within the limits of a task.
   *
   * @param before the seconds that the task took so far
   * @param ended makes a result of the limit that ended the work, in words
   */
  public static <T> T limited(
      CheckTask task,
      CheckListener listener,
      double before,
      Budget.Work<T, InvalidInputException> work,
      Function<String, T> ended)
      throws InvalidInputException {
    try {
      return budget(task, listener, before).run(work);
    } catch (OutOfBudget e) {
      return ended.apply(LimitText.of(task, e));
    }
  }

  /** An inconclusive check that a limit ended before its search, after some seconds. */
  public static CheckResult ended(CheckTask task, OutOfBudget limit, double seconds) {
    return ended(task, LimitText.of(task, limit), Limit.of(limit.limit()), seconds);
  }

  /** An inconclusive check that failed, for a reason that is none of its limits. */
  public static CheckResult failed(CheckTask task, String reason) {
    return ended(task, reason, Limit.SYSTEM, 0);
  }

  private static CheckResult ended(CheckTask task, String reason, Limit limit, double seconds) {
    Statistics nothing = statistics(List.of(), SearchResult.stopped(limit, 0), seconds);
    return new CheckResult(task, new Verdict.Inconclusive(reason), nothing, List.of(), List.of());
  }

  /**
   * What a task may use.
   *
   * @param before the seconds that it took so far
   */
  public static Budget budget(CheckTask task, CheckListener listener, double before) {
    Budget budget =
        Budget.current()
            .withStop(listener::stopRequested)
            .withBytes(task.bounds().memory().orElse(Long.MAX_VALUE));
    Optional<Duration> time = task.bounds().time();
    return time.isPresent()
        ? budget.withTime(time.get().minusNanos((long) (before * 1e9)))
        : budget;
  }

  /**
   * Measures a check.
   *
   * @param before the seconds spent before
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
    listener.note(() -> Phrase.of("%s: prepared in %.2f s", task.title(), prepared));
    Found found = run(planned, listener);
    double seconds = clock.seconds();
    Verdict verdict =
        switch (found.ending()) {
          case Found.Complete complete -> holds(task, found.counts().boundHit());
          case Found.Violation violation ->
              new Verdict.Violated(trace(task, planned, violation.run()));
          case Found.Stopped stopped -> new Verdict.Inconclusive(LimitText.of(task, stopped.why()));
          case Found.Paused paused -> throw new IllegalStateException("a pause is no answer");
          case Found.Share share -> throw new IllegalStateException("an estimate is no answer");
        };
    List<Warning> warnings =
        found.ending() instanceof Found.Complete
            ? planned.warnings().apply(found.counts())
            : List.of();
    Statistics statistics = statistics(planned.marks(), found.counts(), seconds);
    return new CheckResult(task, verdict, statistics, warnings, inputs);
  }

  /** The trace of a run; of its length alone if a limit ends the explanation. */
  private static Trace trace(CheckTask task, PlannedCheck planned, Found.Run run) {
    try {
      return Budget.current().withoutTime().run(() -> planned.explanation().apply(run));
    } catch (OutOfBudget e) {
      return Trace.unknown(run.length(), "its run is not explained: " + LimitText.of(task, e));
    }
  }

  /** Makes one attempt after the other, until one has the answer. */
  static Found run(PlannedCheck planned, CheckListener listener) {
    listener.note(() -> "  " + String.join("\n  ", planned.account().get()));
    SearchPlan plan = planned.plan();
    listener.note(() -> "  plan: " + planned.plan());
    while (true) {
      Clock one = new Clock(0);
      Attempt attempt = plan.first();
      Found found = attempt.searcher().search(attempt.states());
      SearchPlan.Step step = plan.after(found);
      listener.note(
          () ->
              Phrase.of(
                  "  %s: %,d states, %.2f s; %s",
                  attempt.system(), found.counts().states(), one.seconds(), step.why()));
      if (step.answer().isPresent()) {
        listener.note(
            () -> "  remained: " + (step.rest().attempts().isEmpty() ? "nothing" : step.rest()));
        return step.answer().get();
      }
      plan = step.rest();
    }
  }

  static SearchOptions options(CheckTask task) {
    SearchOrder order =
        switch (task.strategy().order()) {
          case BFS -> SearchOrder.BREADTH_FIRST;
          case DFS -> SearchOrder.DEPTH_FIRST;
        };
    long states = task.bounds().states().orElse(Long.MAX_VALUE);
    Strategy strategy = task.strategy();
    return new SearchOptions(
        order, strategy.threads(), states, strategy.exhaustive(), strategy.seed(), false);
  }

  private static SearchListener adapt(CheckListener listener) {
    return new SearchListener() {
      @Override
      public void progress(Progress p) {
        listener.progress(
            new CheckListener.Progress(p.states(), p.frontier(), p.bytes(), p.seconds()));
      }
    };
  }

  /** The verdict <em>holds</em>, with the window bound if a search has hit it. */
  private static Verdict holds(CheckTask task, boolean boundHit) {
    int window = task.bounds().window().orElse(Bounds.USUAL_WINDOW);
    return new Verdict.Holds(boundHit ? OptionalInt.of(window) : OptionalInt.empty());
  }

  private static Statistics statistics(List<String> labels, SearchResult counts, double seconds) {
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
