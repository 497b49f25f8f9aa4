// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.transition.TransitionSystem;
import java.util.Optional;

/**
 * Searches a system whose states are numbers of their parts, as long as that pays: else whole
 * states are to be searched from the beginning.
 */
final class NumbersSearch implements SearchListener {
  private final TransitionSystem system;
  private final SearchListener listener;
  private volatile boolean wasteful;

  private NumbersSearch(TransitionSystem system, SearchListener listener) {
    this.system = system;
    this.listener = listener;
  }

  /** What the search finds; nothing where numbers do not pay. */
  static Optional<SearchResult> run(
      TransitionSystem system, SearchOptions options, SearchListener listener) {
    NumbersSearch watch = new NumbersSearch(system, listener);
    SearchResult found = Search.run(system, options, watch);
    boolean wasted =
        found.outcome() instanceof Stopped(Limit limit, String detail)
            && (watch.wasteful || limit == Limit.SYSTEM && system.wastesNumbers(found.states()));
    return wasted ? Optional.empty() : Optional.of(found);
  }

  @Override
  public void progress(Progress progress) {
    listener.progress(progress);
  }

  @Override
  public void endState(byte[] bytes, int offset, int length) {
    listener.endState(bytes, offset, length);
  }

  @Override
  public boolean stopRequested(long states) {
    wasteful |= system.wastesNumbers(states);
    return wasteful || listener.stopRequested(states);
  }
}
