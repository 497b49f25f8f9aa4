// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Outcome;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.transition.AcceptingSystem;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.Optional;

/**
 * An exact search for an accepting cycle: a run that meets every condition of a system infinitely
 * often. It stops at the first one that the states found so far contain, and shortens it. Outcome,
 * run and counts do not depend on the number of threads.
 */
public final class LassoSearch {
  /** With fewer states, other threads cost more than they give. */
  private static final int SMALL = 2048;

  private LassoSearch() {}

  /**
   * Searches; begins anew with another representation of the states where one does not pay, and on
   * one thread where the others have taken memory for states that it may not need.
   */
  public static <S extends AcceptingSystem> SearchResult run(
      Representation<S> form, SearchOptions options, SearchListener listener) {
    return run(form, options, listener, SMALL);
  }

  /**
   * @param alone about how many states one thread enters before others help
   */
  static <S extends AcceptingSystem> SearchResult run(
      Representation<S> form, SearchOptions options, SearchListener listener, int alone) {
    ComponentSearch search = new ComponentSearch(form, options, listener, alone);
    Outcome outcome;
    boolean gaveUp = false;
    try {
      outcome = search.run();
    } catch (LimitException e) {
      outcome = new Stopped(Limit.SYSTEM, e.getMessage());
      gaveUp = true;
    } catch (OutOfBudget e) {
      outcome = new Stopped(Limit.of(e.limit()), "");
    } catch (OutOfMemoryError e) {
      outcome = new Stopped(Limit.HEAP, "");
    }
    SearchResult found = search.result(outcome);
    boolean left = search.isWaste() || gaveUp && !form.pays(found.states());
    Optional<Representation<S>> next = left ? form.afterWaste() : Optional.empty();
    if (next.isPresent()) {
      return run(next.get(), options, listener, alone).after(found.seconds());
    }
    boolean outOfMemory = outcome instanceof Stopped stopped && stopped.isOutOfMemory();
    return outOfMemory && search.hasUnmet()
        ? run(form, options.withThreads(1), listener, alone).after(found.seconds())
        : found;
  }
}
