// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.collect.Cursor;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.transition.TransitionSystem;
import java.util.concurrent.atomic.AtomicLong;

/** Watches a search's limits on behalf of all its workers, and tells the listener. */
final class Monitor {
  private static final long CHECK_HEAP_NANOS = 200_000_000L;
  private static final long PROGRESS_NANOS = 500_000_000L;

  /** Garbage counts as used: before giving up for a full heap we collect, but not all the time. */
  private static final long COLLECT_NANOS = 10_000_000_000L;

  private static final double FULL_HEAP = 0.9;

  private final SearchLimits limits;
  private final SearchListener listener;
  private final RecordSet states;
  private final TransitionSystem system;
  private final long start = System.nanoTime();
  private final AtomicLong expanded = new AtomicLong();

  private long nextHeapCheck = start + CHECK_HEAP_NANOS;
  private long nextProgress = start + PROGRESS_NANOS;
  private long nextCollection = start;
  private boolean stopsAtViolation;
  private volatile boolean stopped;
  private Stopped reason;

  Monitor(SearchLimits limits, SearchListener listener, RecordSet states, TransitionSystem system) {
    this.system = system;
    this.limits = limits;
    this.listener = listener;
    this.states = states;
  }

  boolean goesOn() {
    return !stopped;
  }

  /** The limit that stopped the search, or null. */
  synchronized Stopped reason() {
    return reason;
  }

  /** The first reason to stop is the one that is told. */
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
    listener.endState(state.bytes(), state.offset(), state.length());
  }

  double seconds() {
    return (System.nanoTime() - start) * 1e-9;
  }

  /** To be called now and then, with the number of states expanded since. */
  void check(int newlyExpanded) {
    long now = System.nanoTime();
    long done = expanded.addAndGet(newlyExpanded);
    if (now - start > limits.time().toNanos()) {
      stop(Limit.TIME, "");
    } else if (states.size() > limits.states()) {
      stop(Limit.STATES, "");
    } else if (listener.stopRequested(states.size())) {
      stop(Limit.REQUEST, "");
    }
    if (now >= nextHeapCheck || now >= nextProgress) {
      checkSlowly(now, done);
    }
  }

  private synchronized void checkSlowly(long now, long done) {
    if (now >= nextHeapCheck) {
      nextHeapCheck = now + CHECK_HEAP_NANOS;
      if (heapIsFull(now)) {
        stop(Limit.HEAP, "");
      } else if (bytes() > limits.bytes()) {
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

  /** What the states take, and the parts that they are the numbers of. */
  long bytes() {
    return states.bytes() + system.bytes();
  }

  private boolean heapIsFull(long now) {
    if (usedHeap() < FULL_HEAP) {
      return false;
    }
    if (now >= nextCollection) {
      nextCollection = now + COLLECT_NANOS;
      System.gc();
    }
    return usedHeap() >= FULL_HEAP;
  }

  private static double usedHeap() {
    Runtime runtime = Runtime.getRuntime();
    return (double) (runtime.totalMemory() - runtime.freeMemory()) / runtime.maxMemory();
  }
}
