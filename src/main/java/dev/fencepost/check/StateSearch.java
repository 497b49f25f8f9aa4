// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.Attempt.Searcher;
import dev.fencepost.check.Found.MachineRun;
import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.level.LevelSearch;
import dev.fencepost.level.LevelStorage;
import dev.fencepost.level.LevelWorkers.SearchedSystem;
import dev.fencepost.level.WaitNames;
import dev.fencepost.transition.Representation;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Searches for a state or step that violates something: in memory, or by levels on disk where a
 * folder is given or memory is full.
 */
final class StateSearch implements Searcher {
  private final Supplier<Searched> system;
  private final SearchOptions options;
  private final SearchListener listener;
  private final Levels levels;
  private @Nullable Searched searched;
  private @Nullable PausableSearch search;

  /**
   * @param system built when the search begins
   */
  StateSearch(
      Supplier<Searched> system, SearchOptions options, SearchListener listener, Levels levels) {
    this.system = system;
    this.options = options;
    this.listener = listener;
    this.levels = levels;
  }

  /** A search that can pause. */
  private interface PausableSearch {
    Optional<SearchResult> run(long pauseAt);
  }

  /**
   * A system, and how its runs become runs of the machine.
   *
   * @param schedules empty where runs of the system are none of the machine
   * @param waits names of who waits in states without steps
   * @param pauses whether a search keeps its states and goes on with them in a later attempt
   */
  record Searched(
      Representation<?> system,
      Optional<MachineRun<List<Integer>>> schedules,
      boolean pauses,
      WaitNames waits) {

    /** The machine itself. */
    static Searched whole(
        Representation<?> machine, MachineRun<List<Integer>> schedules, WaitNames waits) {
      return new Searched(machine, Optional.of(schedules), true, waits);
    }
  }

  /** The name of the search in its check. */
  String name() {
    return levels.name();
  }

  /** The system that is searched. */
  SearchedSystem system() {
    Searched made = system.get();
    return new SearchedSystem(made.system(), made.waits());
  }

  @Override
  public Found search(long states) {
    Searched whole = searched == null ? system.get() : searched;
    PausableSearch going = search;
    if (going == null || !whole.pauses()) {
      long most = whole.pauses() ? options.states() : Math.min(states, options.states());
      going = begin(whole, options.withStates(most));
    }
    searched = whole;
    search = going;
    Optional<SearchResult> result;
    try {
      result = going.run(whole.pauses() ? states : Long.MAX_VALUE);
    } finally {
      levels.end();
    }
    return result
        .map(found -> Found.of(found, whole.schedules(), lasso -> lasso))
        .orElseGet(() -> new Found(new Found.Paused(), SearchResult.stopped(Limit.STATES, states)));
  }

  private PausableSearch begin(Searched whole, SearchOptions limited) {
    Representation<?> form = whole.system();
    Optional<LevelStorage> storage = levels.storage();
    return storage.isPresent()
        ? LevelSearch.of(form, limited, listener, storage.get().with(whole.waits()))::run
        : new Search(form, limited, listener)::run;
  }

  @Override
  public Optional<Searcher> onDisk() {
    search = null;
    return levels.whenFull().map(full -> new StateSearch(system, options, listener, full));
  }
}
