// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.budget.Budget;

/** Counts local steps, for one successor computation may take any number of them. */
final class Effort {
  private static final int ASK_EVERY = 4096;

  private int effort;

  /**
   * Counts a step; now and then asks whether the search may go on.
   *
   * @param window the number of instances in the window, of which all pairs may be looked at
   */
  void step(int window) {
    effort += 1 + (window * window >> 4);
    if (effort >= ASK_EVERY) {
      effort = 0;
      Budget.look();
    }
  }
}
