// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.budget.Budget;
import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.explore.Crew;
import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchOrder;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.explore.SearchResult.Complete;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Outcome;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.explore.SearchResult.Violation;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.Optional;

/**
 * A breadth-first search whose levels are sorted runs of states. It has the outcome, the run and
 * the counts of {@link Search}, in a tenth of its memory, or on disk. It can pause and go on, and
 * restarts with another representation of states if one does not fit or does not pay.
 */
public final class LevelSearch {
  /** About the memory that {@link Search} takes for a state. */
  private static final int BYTES_OF_STATE = 48;

  private final SearchOptions options;
  private final SearchListener listener;
  private final LevelStorage storage;
  private final long bytesOfState;
  private LevelPass pass;

  /** Why the passes before were left. */
  private String forms = "";

  /** The time of the passes before. */
  private double spent;

  /**
   * A search that has not begun.
   *
   * @param bytesOfState the memory that a search with a queue would need for each state to show a
   *     violation
   */
  LevelSearch(
      Representation<?> form,
      SearchOptions options,
      SearchListener listener,
      LevelStorage storage,
      long bytesOfState) {
    this.bytesOfState = bytesOfState;
    this.options = options;
    this.listener = listener;
    this.storage = storage;
    pass = newPass(form);
  }

  /** A search that has not begun. */
  public static LevelSearch of(
      Representation<?> form,
      SearchOptions options,
      SearchListener listener,
      LevelStorage storage) {
    if (options.order() != SearchOrder.BREADTH_FIRST) {
      throw new IllegalArgumentException("levels are for breadth-first searches");
    }
    return new LevelSearch(form, options, listener, storage, BYTES_OF_STATE);
  }

  private LevelPass newPass(Representation<?> form) {
    return new LevelPass(form, options, listener, storage, forms);
  }

  /**
   * Searches on, for some states at least.
   *
   * @param pauseAt with more known states the search pauses
   * @return the result, or nothing where the search pauses; then this can be called again
   * @throws UnusableFolderException if a file cannot be written, or is not as it was written
   */
  public Optional<SearchResult> run(long pauseAt) {
    while (pass.isLeft() || pass.run(pauseAt)) {
      Optional<Representation<?>> next = pass.again();
      if (next.isEmpty()) {
        return Optional.of(result());
      }
      spent += pass.seconds();
      forms += pass.leave();
      pass = newPass(next.get());
    }
    return Optional.empty();
  }

  private SearchResult result() {
    SearchResult result = pass.result().after(spent);
    if (!pass.isViolated()) {
      return result;
    }
    Optional<SearchResult> again = again();
    return again.isEmpty()
        ? result.withOutcome(backwards())
        : result.shownBy(again.get(), options.exhaustive());
  }

  /** What the search with a queue finds, if it has the memory. */
  private Optional<SearchResult> again() {
    long free = Budget.current().bytes() - pass.bytes();
    if (free / bytesOfState < pass.states() && !pass.isBadStart()) {
      return Optional.empty();
    }
    SearchOptions alone = options.withThreads(1).withExhaustive(false);
    SearchResult again =
        Budget.current()
            .withBytes(free)
            .run(() -> Search.run(pass.form(), alone, SearchListener.NONE));
    if (again.outcome() instanceof Complete) {
      throw new IllegalStateException("a violation was not found again");
    }
    return Optional.of(again).filter(found -> found.outcome() instanceof Violation);
  }

  private Outcome backwards() {
    try (Crew crew = new Crew()) {
      return new Violation(new Backwards(pass, crew).schedule());
    } catch (LimitException e) {
      return new Stopped(Limit.SYSTEM, e.getMessage());
    } catch (OutOfBudget e) {
      return new Stopped(Limit.of(e.limit()), "");
    }
  }
}
