// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.explore.SearchResult.Complete;
import dev.fencepost.explore.SearchResult.Violation;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.TransitionSystem;
import java.util.Optional;

/**
 * An exact search for a violation through all reachable states. It can pause and go on. It restarts
 * with another representation of states if one does not fit or does not pay.
 *
 * <p>Outcome, run, and the counts of complete searches depend neither on the number of threads nor
 * on pauses. After threads that keep no order have found a violation, or the search went on behind
 * one, a search that does neither finds the run that is shown, if its budget allows.
 */
public final class Search {
  private final SearchOptions options;
  private final SearchListener listener;
  private Representation<?> form;
  private Pass pass;

  /** The time of the passes before. */
  private double spent;

  /** A search that has not begun. */
  public Search(Representation<?> form, SearchOptions options, SearchListener listener) {
    this.form = form;
    this.options = options;
    this.listener = listener;
    pass = new Pass(form, options, listener);
  }

  /** Searches to the end. */
  public static SearchResult run(
      Representation<?> form, SearchOptions options, SearchListener listener) {
    return new Search(form, options, listener).run(Long.MAX_VALUE).orElseThrow();
  }

  /** Searches a system with its states as they are. */
  public static SearchResult run(
      TransitionSystem system, SearchOptions options, SearchListener listener) {
    return run(Representation.of(system), options, listener);
  }

  /**
   * Searches on, for some states at least.
   *
   * @param pauseAt with more known states the search pauses
   * @return the result, or nothing where the search pauses; then this can be called again
   */
  public Optional<SearchResult> run(long pauseAt) {
    while (pass.run(pauseAt)) {
      Optional<Representation<?>> next = pass.again();
      if (next.isEmpty()) {
        return Optional.of(result());
      }
      spent += pass.seconds();
      form = next.get();
      pass = new Pass(form, options, listener);
    }
    return Optional.empty();
  }

  private SearchResult result() {
    SearchResult result = pass.result().after(spent);
    if (!(result.outcome() instanceof Violation) || pass.keptOrder() && !options.exhaustive()) {
      return result;
    }
    SearchOptions ordered =
        options.withThreads(form.expandsSlowly() ? options.threads() : 1).withExhaustive(false);
    Pass second = new Pass(form, ordered, listener);
    second.run(Long.MAX_VALUE);
    SearchResult again = second.result();
    if (again.outcome() instanceof Complete) {
      throw new IllegalStateException("a violation was not found again");
    }
    if (!(again.outcome() instanceof Violation)) {
      return result;
    }
    return result.shownBy(again, options.exhaustive());
  }
}
