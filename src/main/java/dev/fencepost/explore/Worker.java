// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.collect.Cursor;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.collect.Writer;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.TransitionSystem.LimitException;

/** One thread's part of a search. */
final class Worker {
  /** The parent of initial states, and the state before them. */
  static final int NO_STATE = -1;

  /** In place of an index, where a state and no step is the violation. */
  static final int STATE_ITSELF = -1;

  private static final int CHECK_EVERY = 64;

  private final Generator generator;
  private final Writer writer;
  private final Monitor monitor;
  private final boolean exhaustive;
  private final Successors successors = new Successors();
  private final Cursor state = new Cursor();

  private int untilCheck = CHECK_EVERY;
  private long transitions;
  private boolean found;
  private boolean settled;
  private int violator;
  private int violatingIndex;

  Worker(Generator generator, Writer writer, Monitor monitor, boolean exhaustive) {
    this.exhaustive = exhaustive;
    this.generator = generator;
    this.writer = writer;
    this.monitor = monitor;
  }

  /** Adds the initial states. */
  void start(Frontier frontier) {
    guarded(
        () -> {
          generator.initial(successors);
          follow(NO_STATE, frontier);
          transitions = 0;
        });
  }

  /**
   * Expands states until the frontier has none left, or the monitor says stop, or a state itself is
   * violating. A violating step does not end the search but its growth: only states that are known
   * by then are still looked at, for if one of them is violating, the run to it is shorter, or as
   * long and with lesser indices. An exhaustive search goes on.
   */
  void run(Frontier frontier) {
    guarded(
        () -> {
          while (!settled && goesOn() && frontier.next(state)) {
            generator.successors(state.bytes(), state.offset(), state.length(), successors);
            if (successors.count() == 0) {
              runEnds();
            } else {
              follow(state.reference(), frontier);
            }
          }
        });
  }

  private void follow(int parent, Frontier frontier) throws LimitException {
    byte[] bytes = successors.bytes();
    for (int i = 0; i < successors.count() && (exhaustive || !found); i++) {
      transitions++;
      if (successors.code(i) != Successors.FINE) {
        violated(parent, i);
        continue;
      }
      int length = successors.length(i);
      if (length > RecordSet.MAX_LENGTH) {
        throw new LimitException("a state takes " + length + " bytes");
      }
      int added = writer.add(bytes, successors.start(i), length, parent);
      if (added == RecordSet.FULL) {
        monitor.stop(Limit.MEMORY, "");
        return;
      }
      if (added != RecordSet.PRESENT) {
        frontier.push(added);
      }
    }
  }

  private void runEnds() {
    if (successors.terminalCode() != Successors.FINE) {
      violated(state.reference(), STATE_ITSELF);
      settled = !exhaustive;
    } else if (successors.terminal() == Successors.Terminal.END) {
      monitor.endState(state);
    }
  }

  private void violated(int reference, int index) {
    found = true;
    violator = reference;
    violatingIndex = index;
    monitor.violationFound();
  }

  private boolean goesOn() {
    if (--untilCheck == 0) {
      untilCheck = CHECK_EVERY;
      monitor.check(CHECK_EVERY);
    }
    return monitor.goesOn();
  }

  private interface Work {
    void run() throws LimitException;
  }

  /** Nothing that ends one worker leaves the others running or the set locked. */
  private void guarded(Work work) {
    boolean returned = false;
    writer.open();
    try {
      work.run();
      returned = true;
    } catch (LimitException e) {
      monitor.stop(Limit.SYSTEM, e.getMessage());
      returned = true;
    } catch (OutOfMemoryError e) {
      monitor.stop(Limit.HEAP, "");
      returned = true;
    } finally {
      writer.close();
      if (!returned) {
        monitor.stop(Limit.REQUEST, "");
      }
    }
  }

  Generator generator() {
    return generator;
  }

  Writer writer() {
    return writer;
  }

  long transitions() {
    return transitions;
  }

  boolean found() {
    return found;
  }

  /** The state that is violating, or whose step is. */
  int violator() {
    return violator;
  }

  /** The index of the violating step, or {@link #STATE_ITSELF}. */
  int violatingIndex() {
    return violatingIndex;
  }
}
