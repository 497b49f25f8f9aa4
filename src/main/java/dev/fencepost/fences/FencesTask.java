// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.check.CheckTask;
import java.util.List;

/**
 * What is asked for: fences and orders with which all of some checks hold.
 *
 * @param checks one for each scenario, property and memory model
 * @param ask what may change
 * @param all whether every minimal answer is wanted, not a cheapest one alone
 * @param threads how many checks may run at once
 * @param perCall whether each call of a function has places of its own
 */
public record FencesTask(
    List<CheckTask> checks, Costs costs, Ask ask, boolean all, int threads, boolean perCall) {
  public FencesTask {
    checks = List.copyOf(checks);
  }

  /** A task with one place for all calls of a function. */
  public FencesTask(List<CheckTask> checks, Costs costs, Ask ask, boolean all, int threads) {
    this(checks, costs, ask, all, threads, false);
  }

  /** The task for one of its memory models alone. */
  public FencesTask under(String model) {
    return new FencesTask(
        checks.stream().filter(check -> check.model().equals(model)).toList(),
        costs,
        ask,
        all,
        threads,
        perCall);
  }
}
