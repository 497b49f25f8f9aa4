// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.collect.ByteRecords;
import dev.fencepost.collect.NumberRecords;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.explore.SearchResult.Complete;
import dev.fencepost.explore.SearchResult.Violation;
import dev.fencepost.transition.TransitionSystem;
import java.util.Optional;

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
    boolean words = options.compact() && system.hasNumbers();
    RecordSet states = store(system, options, words);
    Pass first = new Pass(system, options, states, listener);
    SearchResult result = first.run();
    if (states instanceof NumberRecords numbers && numbers.isTooWide()) {
      // how wide numbers get is known only when they are met
      double spent = result.seconds();
      SearchOptions rest = options.withLimits(options.limits().after(spent));
      Optional<TransitionSystem> fewer = system.withFewerNumbers();
      if (fewer.isPresent()) {
        return run(fewer.get(), rest, listener).after(spent);
      }
      words = false;
      first = new Pass(system, rest, store(system, rest, false), listener);
      result = first.run().after(spent);
    }
    if (!(result.outcome() instanceof Violation) || !first.usedThreads() && !options.exhaustive()) {
      return result;
    }
    SearchOptions alone =
        options.withThreads(1).withLimits(options.limits().withoutTime()).withExhaustive(false);
    SearchResult again = new Pass(system, alone, store(system, alone, words), listener).run();
    if (again.outcome() instanceof Complete) {
      throw new IllegalStateException("a violation was not found again");
    }
    if (!(again.outcome() instanceof Violation)) {
      return result;
    }
    return options.exhaustive()
        ? result.withOutcome(again.outcome()).after(again.seconds())
        : again.after(result.seconds());
  }

  private static RecordSet store(TransitionSystem system, SearchOptions options, boolean words) {
    long bytes = options.limits().bytes();
    if (words) {
      return new NumberRecords(bytes);
    }
    return options.compact() && LongStates.in(system)
        ? ByteRecords.withParts(bytes)
        : new ByteRecords(bytes);
  }
}
