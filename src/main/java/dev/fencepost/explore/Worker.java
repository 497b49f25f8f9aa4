// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.transition.Expander;
import dev.fencepost.transition.Expansion;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One thread's part of a search. */
final class Worker {
  private final Monitor monitor;
  private final SearchOptions options;
  private final Batch batch;

  @SuppressWarnings("NullAway.Init") // use sets it first
  private Frontier frontier;

  private long transitions;
  private boolean settled;
  private @Nullable Violator violator;
  private long ended;
  private final TreeMap<Integer, Long> waiting = new TreeMap<>();

  Worker(Expander expander, Monitor monitor, SearchOptions options) {
    this.monitor = monitor;
    this.options = options;
    batch = new Batch(expander, monitor);
  }

  /** Takes its states from here from now on, and puts new ones there. */
  void use(Frontier share) {
    frontier = share;
  }

  /** Whether it has nothing left to do with its frontier. */
  boolean isDone() {
    return settled || frontier.isEmpty();
  }

  /** Adds the initial states. */
  void start() {
    batch.guarded(
        () -> {
          batch.initial();
          follow(Violator.NO_STATE, 0, batch.get(0));
          transitions = 0;
        });
  }

  /**
   * Expands states until the frontier has none left, or the monitor says stop or pause, or a state
   * itself is violating. A violating step ends the growth of a search that is not exhaustive: only
   * states that are known by then are still looked at, for if one of them is violating, the run to
   * it is shorter, or as long and with lesser indices.
   */
  void run() {
    batch.guarded(
        () -> {
          boolean more = true;
          while (more && !settled && monitor.goesOn()) {
            more = round() && !monitor.pauses();
          }
        });
  }

  /** Expands a batch of states and adds their successors; whether there was a state. */
  private boolean round() throws LimitException {
    batch.expand(frontier);
    int staged = 0;
    for (int i = 0; i < batch.expanded() && !settled; i++) {
      Expansion found = batch.get(i);
      if (found.steps() == 0) {
        end(found);
      } else {
        follow(found.state().reference(), staged, found);
      }
      staged = found.stagedEnd();
    }
    batch.checkLimit();
    return !batch.isEmpty();
  }

  /** Adds the successors of a state, staged from an index on; those before a violation only. */
  private void follow(int parent, int from, Expansion found) {
    if (violator != null && !options.exhaustive()) {
      return;
    }
    boolean violates = found.violation() != Expansion.NONE;
    boolean cut = violates && !options.exhaustive();
    transitions += cut ? found.violation() + 1 : found.steps();
    int end = cut ? from + found.violation() : found.stagedEnd();
    if (batch.add(parent, from, end, frontier) && violates) {
      violated(parent, found.violation());
    }
  }

  private void end(Expansion found) {
    if (found.terminalCode() != Successors.FINE && !options.endsAllowed()) {
      violated(found.state().reference(), Violator.STATE_ITSELF);
      settled = !options.exhaustive();
    } else if (found.terminal() == Successors.Terminal.END) {
      ended++;
      monitor.endState(found.state());
    } else if (found.waiting() != Successors.NOBODY) {
      waiting.merge(found.waiting(), 1L, Long::sum);
    }
  }

  private void violated(int state, int index) {
    violator = new Violator(state, index);
    monitor.violationFound();
  }

  Expander expander() {
    return batch.expander();
  }

  long transitions() {
    return transitions;
  }

  EndCounts ends() {
    return new EndCounts(ended, waiting);
  }

  Optional<Violator> violator() {
    return Optional.ofNullable(violator);
  }
}
