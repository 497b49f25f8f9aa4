// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.budget.Budget;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Stopped;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Watches limits on behalf of all threads of a search, and calls the listener. */
final class Control {
  private static final long PROGRESS_NANOS = 500_000_000L;

  private final Budget budget = Budget.current();
  private final SearchListener listener;
  private final LongSupplier bytes;
  private final long start = System.nanoTime();
  private long nextProgress = start + PROGRESS_NANOS;
  private volatile long known;
  private volatile long frontier;
  private volatile @Nullable Stopped reason;
  private volatile @Nullable UnusableFolderException unusable;

  /**
   * @param bytes the memory that the search takes
   */
  Control(SearchListener listener, LongSupplier bytes) {
    this.listener = listener;
    this.bytes = bytes;
  }

  /** Does something that a limit may end; then the search stops. */
  void guarded(Stopped.Work work) {
    try {
      Stopped.guard(work, this::stop);
    } catch (UnusableFolderException e) {
      unusable = e;
    }
  }

  /** Throws what a thread met in the folder. */
  void requireUsable() {
    UnusableFolderException problem = unusable;
    if (problem != null) {
      throw problem;
    }
  }

  /** Stops the search. The first reason counts. */
  synchronized void stop(Stopped why) {
    reason = reason == null ? why : reason;
  }

  /** The limit that stopped the search, or null. */
  @Nullable Stopped reason() {
    return reason;
  }

  boolean goesOn() {
    return reason == null;
  }

  /** A level with so many states is expanded now. */
  void level(long newKnown, long newFrontier) {
    known = newKnown;
    frontier = newFrontier;
  }

  /** To be called now and then; whether the search goes on. */
  boolean check() {
    Optional<Budget.Limit> reached = budget.reached();
    if (reached.isPresent()) {
      stop(new Stopped(Limit.of(reached.get()), ""));
    } else if (bytes.getAsLong() > budget.bytes()) {
      stop(new Stopped(Limit.MEMORY, ""));
    } else if (System.nanoTime() >= nextProgress) {
      progress();
    }
    return goesOn();
  }

  private synchronized void progress() {
    if (System.nanoTime() >= nextProgress) {
      nextProgress = System.nanoTime() + PROGRESS_NANOS;
      listener.progress(new SearchListener.Progress(known, frontier, bytes.getAsLong(), seconds()));
    }
  }

  double seconds() {
    return (System.nanoTime() - start) * 1e-9;
  }
}
