// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.budget.Budget;
import dev.fencepost.collect.Cursor;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.transition.Representation;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Watches a search's limits on behalf of all its workers, and calls the listener. Time, memory and
 * requests to stop are those of the budget of the thread that makes it.
 */
final class Monitor {
  private static final long CHECK_BYTES_NANOS = 200_000_000L;
  private static final long PROGRESS_NANOS = 500_000_000L;

  private final Budget budget = Budget.current();
  private final long mostStates;
  private final SearchListener listener;
  private final RecordSet states;
  private final Representation<?> form;
  private final long start = System.nanoTime();
  private final AtomicLong expanded = new AtomicLong();

  private long nextBytesCheck = start + CHECK_BYTES_NANOS;
  private long nextProgress = start + PROGRESS_NANOS;
  private boolean stopsAtViolation;
  private volatile long pauseAt = Long.MAX_VALUE;
  private volatile boolean stopped;
  private volatile boolean wasteful;
  private @Nullable Stopped reason;

  Monitor(long mostStates, SearchListener listener, RecordSet states, Representation<?> form) {
    this.form = form;
    this.mostStates = mostStates;
    this.listener = listener;
    this.states = states;
  }

  boolean goesOn() {
    return !stopped;
  }

  /** From now on the search pauses when it knows more states than this. */
  void pauseAt(long known) {
    pauseAt = known;
  }

  boolean pauses() {
    return states.size() > pauseAt;
  }

  /** Whether the search was stopped because the representation of its states does not pay. */
  synchronized boolean isWaste() {
    boolean gaveUp = reason != null && reason.limit() == Limit.SYSTEM;
    return wasteful || gaveUp && !form.pays(states.size());
  }

  /** The limit that stopped the search, or null. */
  synchronized @Nullable Stopped reason() {
    return reason;
  }

  /** Stops the search. The first reason counts. */
  synchronized void stop(Limit limit, String detail) {
    if (!stopped) {
      reason = new Stopped(limit, detail);
      stopped = true;
    }
  }

  /** From now on a violation ends the search at once. */
  synchronized void stopAtViolation() {
    stopsAtViolation = true;
  }

  synchronized void violationFound() {
    stopped |= stopsAtViolation;
  }

  synchronized void endState(Cursor state) {
    byte[] whole = form.whole(state.bytes(), state.offset(), state.length());
    listener.endState(whole, 0, whole.length);
  }

  /** Runs work; a limit or a failure that ends it stops the search. */
  void watch(Stopped.Work work) {
    Stopped.guard(work, why -> stop(why.limit(), why.detail()));
  }

  double seconds() {
    return (System.nanoTime() - start) * 1e-9;
  }

  /** To be called at the end too, so that no search holds that has met more than it may. */
  void checkStates() {
    if (states.size() > mostStates) {
      stop(Limit.STATES, "");
    }
  }

  /** To be called now and then, with the number of states expanded since. */
  void check(int newlyExpanded) {
    long now = System.nanoTime();
    long done = expanded.addAndGet(newlyExpanded);
    Optional<Budget.Limit> reached = budget.reached();
    if (reached.isPresent()) {
      stop(Limit.of(reached.get()), "");
    } else {
      checkStates();
    }
    if (!form.pays(states.size()) && goesOn()) {
      wasteful = true;
      stop(Limit.SYSTEM, "");
    }
    if (now >= nextBytesCheck || now >= nextProgress) {
      checkSlowly(now, done);
    }
  }

  private synchronized void checkSlowly(long now, long done) {
    if (now >= nextBytesCheck) {
      nextBytesCheck = now + CHECK_BYTES_NANOS;
      if (bytes() > budget.bytes()) {
        stop(Limit.MEMORY, "");
      }
    }
    if (now >= nextProgress) {
      nextProgress = now + PROGRESS_NANOS;
      long known = states.size();
      listener.progress(
          new SearchListener.Progress(known, Math.max(0, known - done), bytes(), seconds()));
    }
  }

  /** The memory that the states take. */
  long bytes() {
    return states.bytes() + form.bytes();
  }
}
