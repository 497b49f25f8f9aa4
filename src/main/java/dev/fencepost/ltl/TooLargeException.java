// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import dev.fencepost.budget.Budget;

/** A formula whose automaton would be too large to be of any use. */
final class TooLargeException extends Exception {
  private static final long serialVersionUID = 1L;

  /** The most states, and the most edges of one state. */
  private static final int LIMIT = 5_000;

  TooLargeException() {
    super("the automaton of the formula is too large");
  }

  /** Asks the budget too: whatever grows is checked again and again. */
  static void check(int size) throws TooLargeException {
    Budget.ask();
    if (size > LIMIT) {
      throw new TooLargeException();
    }
  }
}
