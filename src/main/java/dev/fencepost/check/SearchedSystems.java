// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.explore.SearchListener;
import dev.fencepost.level.LevelWorkers.SearchedSystem;
import dev.fencepost.source.InvalidInputException;
import java.util.Optional;
import java.util.stream.Stream;

/** The systems that the searches of a check explore, for a process that does a part of a search. */
public final class SearchedSystems {

  private SearchedSystems() {}

  /**
   * The system of a search, in its first representation. Each process makes the same one of the
   * same texts.
   *
   * @param search the name of its folder
   */
  public static SearchedSystem of(CheckTask task, Inputs inputs, String search)
      throws InvalidInputException {
    LoadedSource source = inputs.source(task);
    SearchPlan plan =
        PlannedCheck.of(task, source, inputs.modelOf(task), SearchListener.NONE).plan();
    return Stream.concat(plan.attempts().stream(), plan.unsymmetric().stream())
        .flatMap(attempt -> searches(attempt, search).stream())
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no search is called " + search))
        .system();
  }

  private static Optional<StateSearch> searches(Attempt attempt, String search) {
    return attempt.searcher() instanceof StateSearch found && found.name().equals(search)
        ? Optional.of(found)
        : Optional.empty();
  }
}
