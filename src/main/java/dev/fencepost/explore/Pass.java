// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.budget.Budget;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.explore.SearchResult.Complete;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Outcome;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.explore.SearchResult.Violation;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * One pass of a search through a system: a store, and workers on it. It can pause.
 *
 * <p>Where expanding takes long, all workers stand in one {@link Line}, and find what one of them
 * finds alone. Where it does not, to wait for one another would cost more than to search again.
 */
final class Pass {
  /** With fewer states known, other threads cost more than they give. */
  private static final int SMALL = 20_000;

  /** How many batches of a worker may wait for their turn, or be expanded. */
  private static final int AHEAD = 8;

  private final Representation<?> form;
  private final SearchOptions options;
  private final RecordSet states;
  private final Monitor monitor;
  private final List<Worker> workers = new ArrayList<>();
  private final List<Line> lines = new ArrayList<>();

  /** For one of the orders each. */
  private final Level level;

  private final StackFrontier stack;

  private int levels;
  private boolean started;
  private boolean over;

  Pass(Representation<?> form, SearchOptions options, SearchListener listener) {
    this.form = form;
    this.options = options;
    states = form.newStore(Budget.current().bytes());
    monitor = new Monitor(options.states(), listener, states, form);
    level = new Level(states);
    stack = new StackFrontier(states, options.seed());
    addWorker();
  }

  /** Whether this has found what one thread finds. */
  boolean keptOrder() {
    return lines.size() == 1;
  }

  double seconds() {
    return monitor.seconds();
  }

  /**
   * Goes on until the end, or until more states than {@code pauseAt} are known.
   *
   * @return whether it came to an end
   */
  boolean run(long pauseAt) {
    monitor.pauseAt(pauseAt);
    switch (options.order()) {
      case BREADTH_FIRST -> breadthFirst();
      case DEPTH_FIRST -> depthFirst();
    }
    if (over) {
      monitor.checkStates();
    }
    return over || !monitor.goesOn();
  }

  /** With what to begin anew, where the states do not fit or do not pay as they are. */
  Optional<Representation<?>> again() {
    if (states.isTooWide()) {
      // how wide identifiers get is known only when they are met
      return form.afterOverflow().map(next -> next);
    }
    boolean left = monitor.isWaste() && violator().isEmpty();
    return left ? form.afterWaste().map(next -> next) : Optional.empty();
  }

  SearchResult result() {
    Outcome outcome = outcome();
    BitSet marks = new BitSet();
    boolean boundHit = false;
    long transitions = 0;
    EndCounts ends = EndCounts.NONE;
    for (Line line : lines) {
      marks.or(line.findings.marks());
      boundHit |= line.findings.boundHit();
      transitions += line.findings.transitions();
      ends = ends.plus(line.findings.ends());
    }
    return new SearchResult(
        outcome,
        states.size(),
        transitions,
        depth(),
        monitor.bytes(),
        monitor.seconds(),
        marks.stream().boxed().toList(),
        boundHit,
        ends,
        monitor.reason() == null && (outcome instanceof Complete || options.exhaustive()));
  }

  private int depth() {
    return switch (options.order()) {
      case BREADTH_FIRST -> Math.max(0, levels - 1);
      case DEPTH_FIRST -> stack.deepest();
    };
  }

  private void depthFirst() {
    if (!started) {
      stopAtViolation();
      start(stack);
    }
    workers.getFirst().run();
    over = workers.getFirst().isDone();
  }

  private void start(Frontier frontier) {
    started = true;
    workers.getFirst().use(frontier);
    workers.getFirst().start();
  }

  private void breadthFirst() {
    if (!started) {
      start(level.share());
    }
    try (Crew crew = new Crew()) {
      while (monitor.goesOn() && !over && (!isLevelDone() || nextLevel())) {
        crew.run(workers.stream().map(worker -> (Runnable) worker::run).toList());
        if (!isLevelDone()) {
          return;
        }
      }
    }
  }

  private boolean isLevelDone() {
    for (Worker worker : workers) {
      if (!worker.isDone()) {
        return false;
      }
    }
    return true;
  }

  private boolean nextLevel() {
    level.advance(workers.stream().flatMap(worker -> worker.writers().stream()).toList());
    over = level.isEmpty();
    if (over) {
      return false;
    }
    levels++;
    if (states.size() > SMALL && (options.exhaustive() || violator().isEmpty())) {
      useAllThreads();
    }
    Frontier queue = level.queue();
    workers.forEach(worker -> worker.use(keptOrder() ? queue : level.share()));
    return true;
  }

  private void useAllThreads() {
    while (workers.size() < options.threads()) {
      addWorker();
    }
    if (!keptOrder()) {
      stopAtViolation();
    }
  }

  private void stopAtViolation() {
    if (!options.exhaustive()) {
      monitor.stopAtViolation();
    }
  }

  private void addWorker() {
    if (lines.isEmpty() || !form.expandsSlowly()) {
      lines.add(new Line());
    }
    int ahead = form.expandsSlowly() && options.threads() > 1 ? AHEAD : 1;
    workers.add(new Worker(form.newExpanders(states, ahead), monitor, options, lines.getLast()));
  }

  private Outcome outcome() {
    Optional<Violator> violator = violator();
    Stopped stopped = monitor.reason();
    if (violator.isEmpty()) {
      return stopped == null ? new Complete() : stopped;
    }
    try {
      Violator known = violator.get();
      return Budget.current()
          .withoutTime()
          .run(() -> new Violation(new ScheduleFinder(states, form).scheduleTo(known)));
    } catch (LimitException e) {
      return new Stopped(Limit.SYSTEM, e.getMessage());
    }
  }

  private Optional<Violator> violator() {
    return lines.stream().flatMap(line -> line.findings.violator().stream()).findFirst();
  }
}
