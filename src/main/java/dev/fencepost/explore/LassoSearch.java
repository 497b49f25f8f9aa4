// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.transition.AcceptingSystem;
import dev.fencepost.transition.TransitionSystem.LimitException;

/**
 * An exact search for a run that meets every condition of a system infinitely often. It stops as
 * soon as what it has seen contains one, and shortens that.
 */
public final class LassoSearch {

  private LassoSearch() {}

  public static LassoResult run(
      AcceptingSystem system, SearchLimits limits, SearchListener listener) {
    ComponentSearch search = new ComponentSearch(system, limits, listener);
    LassoResult.Outcome outcome;
    try {
      outcome = search.run();
    } catch (LimitException e) {
      outcome = new LassoResult.GaveUp(new Stopped(Limit.SYSTEM, e.getMessage()));
    } catch (OutOfMemoryError e) {
      outcome = new LassoResult.GaveUp(new Stopped(Limit.HEAP, ""));
    }
    return search.result(outcome);
  }
}
