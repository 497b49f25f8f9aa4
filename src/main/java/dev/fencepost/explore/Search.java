// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.collect.RecordSet;
import dev.fencepost.explore.SearchResult.Complete;
import dev.fencepost.explore.SearchResult.Violation;
import dev.fencepost.transition.TransitionSystem;

/**
 * An exact search for a violation through all reachable states.
 *
 * <p>Outcome, run, and the counts of complete searches do not depend on the number of threads: when
 * several threads have found a violation, or the search went on behind it, a search on one thread
 * that does not finds the run that is shown.
 */
public final class Search {

  private Search() {}

  public static SearchResult run(
      TransitionSystem system, SearchOptions options, SearchListener listener) {
    RecordSet states = store(system, options, options.compact() && system.hasNumbers());
    Pass first = new Pass(system, options, states, listener);
    SearchResult result = first.run();
    boolean words = !states.isTooWide();
    if (!words) {
      // how wide numbers get is known only when they are met
      states = store(system, options, false);
      first = new Pass(system, options, states, listener);
      result = first.run();
    }
    if (!(result.outcome() instanceof Violation) || !first.usedThreads() && !options.exhaustive()) {
      return result;
    }
    SearchOptions alone =
        options.withThreads(1).withLimits(options.limits().withoutTime()).withExhaustive(false);
    states = store(system, alone, words && options.compact() && system.hasNumbers());
    SearchResult again = new Pass(system, alone, states, listener).run();
    if (again.outcome() instanceof Complete) {
      throw new IllegalStateException("a violation was not found again");
    }
    if (!(again.outcome() instanceof Violation)) {
      return result;
    }
    return options.exhaustive() ? result.withOutcome(again.outcome()) : again;
  }

  private static RecordSet store(TransitionSystem system, SearchOptions options, boolean words) {
    long bytes = options.limits().bytes();
    if (words) {
      return RecordSet.ofNumbers(bytes);
    }
    return options.compact() && LongStates.in(system)
        ? RecordSet.withParts(bytes)
        : new RecordSet(bytes);
  }
}
