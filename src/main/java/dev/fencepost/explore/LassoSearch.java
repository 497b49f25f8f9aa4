// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.explore.SearchResult.Limit;
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

  private LassoSearch() {}

  /** Searches on one thread. */
  public static LassoResult run(AcceptingSystem system, long mostStates, SearchListener listener) {
    return run(Representation.of(system), new LassoOptions(mostStates, 1), listener);
  }

  /**
   * Searches; begins anew with another representation of the states where one does not pay, and on
   * one thread where the others have taken memory for states that it may not need.
   */
  public static <S extends AcceptingSystem> LassoResult run(
      Representation<S> form, LassoOptions options, SearchListener listener) {
    ComponentSearch search = new ComponentSearch(form, options, listener);
    LassoResult.Outcome outcome;
    boolean gaveUp = false;
    try {
      outcome = search.run();
    } catch (LimitException e) {
      outcome = new LassoResult.GaveUp(new Stopped(Limit.SYSTEM, e.getMessage()));
      gaveUp = true;
    } catch (OutOfBudget e) {
      outcome = new LassoResult.GaveUp(new Stopped(Limit.of(e.limit()), ""));
    } catch (OutOfMemoryError e) {
      outcome = new LassoResult.GaveUp(new Stopped(Limit.HEAP, ""));
    }
    LassoResult found = search.result(outcome);
    boolean left = search.isWaste() || gaveUp && !form.pays(found.states());
    Optional<Representation<S>> next = left ? form.afterWaste() : Optional.empty();
    if (next.isPresent()) {
      return run(next.get(), options, listener).after(found.seconds());
    }
    return isOutOfMemory(outcome) && search.hasUnmet()
        ? run(form, options.onOneThread(), listener).after(found.seconds())
        : found;
  }

  private static boolean isOutOfMemory(LassoResult.Outcome outcome) {
    return outcome instanceof LassoResult.GaveUp(Stopped why)
        && (why.limit() == Limit.MEMORY || why.limit() == Limit.HEAP);
  }
}
