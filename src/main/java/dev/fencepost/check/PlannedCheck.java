// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.CheckedPromela;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.trace.Trace;
import dev.fencepost.verdict.Warning;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A check that is ready to be run.
 *
 * @param account why reductions are used or not, in lines
 * @param explanation shows a run of the machine to a person
 * @param marks the labels of the marks that searches pass
 * @param warnings what makes a verdict <em>holds</em> doubtful, by what was searched
 */
record PlannedCheck(
    SearchPlan plan,
    Supplier<List<String>> account,
    Function<Found.Run, Trace> explanation,
    List<String> marks,
    Function<SearchResult, List<Warning>> warnings) {

  /**
   * Plans a task.
   *
   * @param model empty where the language of the source has no memory models
   */
  static PlannedCheck of(
      CheckTask task, LoadedSource source, Optional<LoadedModel> model, SearchListener listener)
      throws InvalidInputException {
    return switch (source.model()) {
      case CheckedProgram program ->
          RelaxedPlan.of(task, source.program(task), model.orElseThrow(), listener);
      case CheckedPromela promela -> PromelaPlan.of(task, promela, listener);
    };
  }
}
