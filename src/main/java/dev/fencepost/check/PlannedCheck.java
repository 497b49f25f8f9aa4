// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.trace.Trace;
import dev.fencepost.verdict.Warning;
import java.util.List;
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
    Explanation explanation,
    List<String> marks,
    Function<Found.Counts, List<Warning>> warnings) {

  /** From a run to its trace. */
  @FunctionalInterface
  interface Explanation {
    Trace of(Found.Run run);
  }
}
