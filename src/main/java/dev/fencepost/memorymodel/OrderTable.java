// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

/**
 * Which earlier access of a thread must finish before a later one may go, by kinds alone; fences
 * and C11 orders come on top. This is the compiled form of a memory model's program-order laws.
 */
public final class OrderTable {

  /** When the later access waits for the earlier one. */
  public enum Rule {
    NEVER,
    SAME_CELL,
    ALWAYS
  }

  private static final int KINDS = AccessKind.values().length;

  private final Rule[] rules;

  private OrderTable(Rule[] rules) {
    this.rules = rules;
  }

  public Rule rule(AccessKind earlier, AccessKind later) {
    return rules[earlier.ordinal() * KINDS + later.ordinal()];
  }

  /** A table with rows R, W, C (earlier) and columns R, W, C (later), as DESIGN prints it. */
  static OrderTable of(Rule... rules) {
    if (rules.length != KINDS * KINDS) {
      throw new IllegalArgumentException("a table has " + KINDS * KINDS + " rules");
    }
    return new OrderTable(rules.clone());
  }
}
