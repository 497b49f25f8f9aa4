// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.check.CheckTask;
import java.util.List;

/**
 * What is asked for: fences with which all of some checks hold.
 *
 * @param checks one for each scenario, property and memory model
 * @param all whether every minimal answer is wanted, not a cheapest one alone
 * @param threads how many checks may run at once
 */
public record FencesTask(List<CheckTask> checks, Costs costs, boolean all, int threads) {
  public FencesTask {
    checks = List.copyOf(checks);
  }
}
