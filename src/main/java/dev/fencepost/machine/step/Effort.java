// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.budget.Budget;

/** Counts local steps, for one successor computation may take any number of them. */
final class Effort {
  private static final int ASK_EVERY = 4096;

  private int steps;

  /** Counts a step; one in some thousand asks whether the search may go on. */
  void step() {
    if (++steps == ASK_EVERY) {
      steps = 0;
      Budget.look();
    }
  }
}
