// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.collect.Writer;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.transition.Expander;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.List;

/** One thread's part of a search. */
final class Worker {
  private final Monitor monitor;
  private final Line line;
  private final Findings findings;
  private final Additions additions;

  /** All batches in a ring, those that wait for their turn from {@link #first} on. */
  private final List<Batch> batches;

  private int first;
  private int waiting;

  @SuppressWarnings("NullAway.Init") // use sets it first
  private Frontier frontier;

  /** A worker. Each expander is for a batch that may wait while others are expanded. */
  Worker(List<Expander> expanders, Monitor monitor, SearchOptions options, Line line) {
    this.monitor = monitor;
    this.line = line;
    findings = line.findings;
    additions = new Additions(findings, monitor, options);
    batches = expanders.stream().map(expander -> new Batch(expander, monitor)).toList();
  }

  /** Takes its states from here from now on, and puts new ones there. */
  void use(Frontier share) {
    frontier = share;
  }

  /** Whether it has nothing left to do with its frontier. */
  boolean isDone() {
    return findings.isSettled() || frontier.isEmpty();
  }

  /** Adds the initial states. */
  void start() {
    guarded(
        () -> {
          Batch batch = batches.getFirst();
          batch.initial();
          additions.addInitial(batch, frontier);
          findings.begin();
        });
  }

  /**
   * Expands states until the frontier has none left, or the monitor says stop or pause, or a state
   * itself is violating. A violating step ends the growth of a search that is not exhaustive: only
   * states that are known by then are still looked at, for if one of them is violating, the run to
   * it is shorter, or as long and with lesser indices.
   */
  void run() {
    guarded(
        () -> {
          boolean more = true;
          while (more && !findings.isSettled() && monitor.goesOn() && !line.isBroken()) {
            more = round() && !monitor.pauses();
          }
          addUntil(0);
        });
  }

  /** Expands a batch of states; whether there was a state. */
  private boolean round() throws LimitException {
    Batch batch = batches.get((first + waiting) % batches.size());
    batch.place(line.join(() -> batch.take(frontier)));
    waiting++;
    batch.expand(additions.areOver());
    addUntil(batches.size() - 1);
    return !batch.isEmpty();
  }

  /** Adds the batches whose turn it is; waits for it until so many are left. */
  private void addUntil(int most) throws LimitException {
    while (waiting > 0) {
      Batch batch = batches.get(first);
      boolean turn =
          waiting > most
              ? line.await(batch.place(), batch.expander().writer())
              : line.isTurnOf(batch.place());
      if (!turn) {
        return;
      }
      additions.addAll(batch, frontier);
      line.pass();
      first = (first + 1) % batches.size();
      waiting--;
    }
  }

  /** The writers of all batches. */
  List<Writer> writers() {
    return batches.stream().map(batch -> batch.expander().writer()).toList();
  }

  /** Nothing that ends the work leaves other threads running or waiting, or the store locked. */
  private void guarded(Stopped.Work work) {
    writers().forEach(Writer::open);
    try {
      monitor.watch(work);
    } finally {
      if (waiting > 0) {
        line.breakUp();
      }
      writers().forEach(Writer::close);
    }
  }
}
