// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.collect.RecordSet;
import dev.fencepost.explore.SearchResult.Complete;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Outcome;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.explore.SearchResult.Violation;
import dev.fencepost.transition.TransitionSystem;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** One pass of a search through a system: a store, workers on it, and who drives them. */
final class Pass {
  /** With fewer states known, other threads cost more than they give. */
  private static final int SMALL = 20_000;

  private final TransitionSystem system;
  private final SearchOptions options;
  private final RecordSet states;
  private final Monitor monitor;
  private final List<Worker> workers = new ArrayList<>();
  private int depth;

  Pass(TransitionSystem system, SearchOptions options, RecordSet states, SearchListener listener) {
    this.system = system;
    this.options = options;
    this.states = states;
    this.monitor = new Monitor(options.limits(), listener, states, system);
    addWorker();
  }

  /** Whether more than one thread was at work. */
  boolean usedThreads() {
    return workers.size() > 1;
  }

  SearchResult run() {
    switch (options.order()) {
      case BREADTH_FIRST -> breadthFirst();
      case DEPTH_FIRST -> depthFirst();
    }
    Outcome outcome = outcome();
    BitSet marks = new BitSet();
    boolean boundHit = false;
    long transitions = 0;
    for (Worker worker : workers) {
      marks.or(BitSet.valueOf(worker.generator().marks()));
      boundHit |= worker.generator().boundHit();
      transitions += worker.transitions();
    }
    return new SearchResult(
        outcome,
        states.size(),
        transitions,
        depth,
        monitor.bytes(),
        monitor.seconds(),
        marks.stream().boxed().toList(),
        boundHit,
        monitor.reason() == null && (outcome instanceof Complete || options.exhaustive()));
  }

  private void depthFirst() {
    StackFrontier frontier = new StackFrontier(states, options.seed());
    Worker worker = workers.getFirst();
    stopAtViolation();
    worker.start(frontier);
    worker.run(frontier);
    depth = frontier.deepest();
  }

  private void breadthFirst() {
    Level level = new Level(states);
    workers.getFirst().start(level.share());
    try (Crew crew = new Crew()) {
      for (int d = 0; next(level); d++) {
        depth = d;
        if (states.size() > SMALL && (options.exhaustive() || !workers.getFirst().found())) {
          useAllThreads();
        }
        crew.run(workers.stream().map(w -> (Runnable) () -> w.run(level.share())).toList());
      }
    }
  }

  private boolean next(Level level) {
    level.advance(workers.stream().map(Worker::writer).toList());
    return !level.isEmpty() && monitor.goesOn();
  }

  private void useAllThreads() {
    while (workers.size() < options.threads()) {
      addWorker();
      stopAtViolation();
    }
  }

  private void stopAtViolation() {
    if (!options.exhaustive()) {
      monitor.stopAtViolation();
    }
  }

  private void addWorker() {
    workers.add(
        new Worker(system.newGenerator(), states.newWriter(), monitor, options.exhaustive()));
  }

  private Outcome outcome() {
    for (Worker worker : workers) {
      if (worker.found()) {
        return violation(worker);
      }
    }
    Stopped stopped = monitor.reason();
    return stopped == null ? new Complete() : stopped;
  }

  private Outcome violation(Worker worker) {
    try {
      ScheduleFinder finder = new ScheduleFinder(states, worker.generator());
      return new Violation(finder.scheduleTo(worker.violator(), worker.violatingIndex()));
    } catch (LimitException e) {
      return new Stopped(Limit.SYSTEM, e.getMessage());
    }
  }
}
