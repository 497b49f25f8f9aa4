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
  private int expanded;
  private int untilCheck = CHECK_EVERY;
  private @Nullable LimitException limit;

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
  }

  /** Takes states and expands them, until there is none, or the monitor says stop, or a limit. */
  void expand(Frontier frontier) {
    take(frontier);
    expander.writer().clearStaged();
    expander.expect(states, taken);
    expanded = 0;
    limit = null;
    while (expanded < taken && limit == null && goesOn()) {
      try {
        expander.expand(expanded);
        expanded++;
      } catch (LimitException e) {
        limit = e;
      } catch (OutOfBudget e) {
        monitor.stop(Limit.of(e.limit()), "");
      }
    }
    expander.writer().approach();
  }

  private void take(Frontier frontier) {
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

  /** What is done with batches. */
  interface Work {
    void run() throws LimitException;
  }

  /** Nothing that ends the work leaves other threads running or the store locked. */
  void guarded(Work work) {
    boolean returned = false;
    expander.writer().open();
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
      expander.writer().close();
      if (!returned) {
        monitor.stop(Limit.REQUEST, "");
      }
    }
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
