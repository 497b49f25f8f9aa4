// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.collect.Writer;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.transition.Expander;
import dev.fencepost.transition.Expansion;
import dev.fencepost.transition.TransitionSystem.LimitException;
import org.jspecify.annotations.Nullable;

/**
 * A batch of the frontier: states that are expanded one after the other, before their successors
 * are added.
 */
final class Batch {
  static final int MOST = 32;

  private static final int CHECK_EVERY = 64;

  private final Expander expander;
  private final Monitor monitor;
  private final Expansion[] states = new Expansion[MOST];
  private int taken;
  private int place;
  private int expanded;
  private int untilCheck = CHECK_EVERY;
  private @Nullable LimitException limit;
  private long[] marks = {};
  private boolean boundHit;

  Batch(Expander expander, Monitor monitor) {
    this.expander = expander;
    this.monitor = monitor;
    states[0] = new Expansion();
  }

  /** Stages the initial states. */
  void initial() throws LimitException {
    expander.writer().clearStaged();
    expander.initial(states[0]);
    expander.writer().approach();
    expanded = 1;
    noteWhatWasMet();
  }

  /**
   * Expands the states that were taken, until the monitor says stop, or a limit.
   *
   * @param forEnds whether only states without steps are asked for
   */
  void expand(boolean forEnds) {
    expander.writer().clearStaged();
    expander.expect(states, taken);
    expanded = 0;
    limit = null;
    while (expanded < taken && limit == null && goesOn()) {
      try {
        if (forEnds) {
          expander.lookForEnd(expanded);
        } else {
          expander.expand(expanded);
        }
        expanded++;
      } catch (LimitException e) {
        limit = e;
      } catch (OutOfBudget e) {
        monitor.stop(Limit.of(e.limit()), "");
      }
    }
    expander.writer().approach();
    noteWhatWasMet();
  }

  private void noteWhatWasMet() {
    marks = expander.generator().marks();
    boundHit = expander.generator().boundHit();
  }

  /** Adds the marks and the bound that the generator has met up to these states. */
  void addTo(Findings findings) {
    findings.met(marks, boundHit);
  }

  /** The place of these states in the line. */
  int place() {
    return place;
  }

  void place(int newPlace) {
    place = newPlace;
  }

  /** Takes states. */
  void take(Frontier frontier) {
    int most = frontier.ahead();
    taken = 0;
    while (taken < most && frontier.next(states[taken].state())) {
      taken++;
      if (taken < most && states[taken] == null) {
        states[taken] = new Expansion();
      }
    }
  }

  private boolean goesOn() {
    if (--untilCheck == 0) {
      untilCheck = CHECK_EVERY;
      monitor.check(CHECK_EVERY);
    }
    return monitor.goesOn();
  }

  /**
   * Adds what is staged between two indices.
   *
   * @return whether there was room for all
   */
  boolean add(int parent, int from, int end, Frontier frontier) {
    Writer writer = expander.writer();
    for (int i = writer.nextNew(from); i < end; i = writer.nextNew(i + 1)) {
      int added = writer.addStaged(i, parent);
      if (added == RecordSet.FULL) {
        monitor.stop(Limit.MEMORY, "");
        return false;
      }
      if (added != RecordSet.PRESENT) {
        frontier.push(added);
      }
    }
    return true;
  }

  boolean isEmpty() {
    return taken == 0;
  }

  Expander expander() {
    return expander;
  }

  /** How many states were expanded. */
  int expanded() {
    return expanded;
  }

  Expansion get(int index) {
    return states[index];
  }

  /** Throws the limit that was met behind the states that were expanded, if any. */
  void checkLimit() throws LimitException {
    if (limit != null) {
      throw limit;
    }
  }
}
