// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.budget;

/** Ends a piece of work that may use no more. Whoever gave it the budget catches this. */
public final class OutOfBudget extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Budget.Limit limit;

  public OutOfBudget(Budget.Limit limit) {
    super("the work reached its limit: " + limit);
    this.limit = limit;
  }

  public Budget.Limit limit() {
    return limit;
  }
}
