// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.collect.Writer;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.transition.Expander;
import dev.fencepost.transition.Expansion;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.List;

/** One thread's part of a search. */
final class Worker {
  private final Monitor monitor;
  private final SearchOptions options;
  private final Line line;
  private final Findings findings;

  /** All batches in a ring, those that wait for their turn from {@link #first} on. */
  private final List<Batch> batches;

  private int first;
  private int waiting;

  @SuppressWarnings("NullAway.Init") // use sets it first
  private Frontier frontier;

  /**
   * A worker.
   *
   * @param expanders each for a batch that may wait for its turn while others are expanded
   */
  Worker(List<Expander> expanders, Monitor monitor, SearchOptions options, Line line) {
    this.monitor = monitor;
    this.options = options;
    this.line = line;
    findings = line.findings;
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
          follow(batch, Violator.NO_STATE, 0, batch.get(0));
          batch.addTo(findings);
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

  /** Whether states are looked at because they may be violating, and for nothing else. */
  private boolean looksForEnds() {
    return findings.violator().isPresent() && !options.exhaustive();
  }

  /** Expands a batch of states; whether there was a state. */
  private boolean round() throws LimitException {
    Batch batch = batches.get((first + waiting) % batches.size());
    batch.place(line.join(() -> batch.take(frontier)));
    waiting++;
    batch.expand(looksForEnds());
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
      addAll(batch);
      line.pass();
      first = (first + 1) % batches.size();
      waiting--;
    }
  }

  private void addAll(Batch batch) throws LimitException {
    if (!looksForEnds()) {
      batch.addTo(findings);
    }
    int staged = 0;
    for (int i = 0; i < batch.expanded() && !findings.isSettled(); i++) {
      Expansion found = batch.get(i);
      if (found.steps() == 0) {
        end(found);
      } else {
        follow(batch, found.state().reference(), staged, found);
      }
      staged = found.stagedEnd();
    }
    frontier.added(batch.expander().writer());
    batch.checkLimit();
  }

  /** Adds the successors of a state, staged from an index on; those before a violation only. */
  private void follow(Batch batch, int parent, int from, Expansion found) {
    if (looksForEnds()) {
      return;
    }
    boolean violates = found.violation() != Expansion.NONE;
    boolean cut = violates && !options.exhaustive();
    findings.stepped(cut ? found.violation() + 1 : found.steps());
    int end = cut ? from + found.violation() : found.stagedEnd();
    if (batch.add(parent, from, end, frontier) && violates) {
      violated(parent, found.violation());
    }
  }

  private void end(Expansion found) {
    if (found.terminalCode() != Successors.FINE && !options.endsAllowed()) {
      violated(found.state().reference(), Violator.STATE_ITSELF);
      if (!options.exhaustive()) {
        findings.settle();
      }
    } else if (found.terminal() == Successors.Terminal.END) {
      findings.ended();
      monitor.endState(found.state());
    } else if (found.waiting() != Successors.NOBODY) {
      findings.waits(found.waiting());
    }
  }

  private void violated(int state, int index) {
    findings.violated(new Violator(state, index));
    monitor.violationFound();
  }

  /** The writers of all batches. */
  List<Writer> writers() {
    return batches.stream().map(batch -> batch.expander().writer()).toList();
  }

  /** What is done with batches. */
  private interface Work {
    void run() throws LimitException;
  }

  /** Nothing that ends the work leaves other threads running or waiting, or the store locked. */
  private void guarded(Work work) {
    boolean returned = false;
    writers().forEach(Writer::open);
    try {
      work.run();
      returned = true;
    } catch (LimitException e) {
      monitor.stop(Limit.SYSTEM, e.getMessage());
      returned = true;
    } catch (OutOfBudget e) {
      monitor.stop(Limit.of(e.limit()), "");
      returned = true;
    } catch (OutOfMemoryError e) {
      monitor.stop(Limit.HEAP, "");
      returned = true;
    } finally {
      if (waiting > 0) {
        line.breakUp();
      }
      writers().forEach(Writer::close);
      if (!returned) {
        monitor.stop(Limit.REQUEST, "");
      }
    }
  }
}
