// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.property;

import dev.fencepost.ir.Expr;
import dev.fencepost.source.SourceSpan;

/** What is checked. Assertions and run-time errors of the program are always checked. */
public sealed interface Property {

  /** The name under which a violation is reported. */
  String name();

  /** Holds in every state. */
  record Invariant(String name, Expr condition, SourceSpan span) implements Property {}

  /** Holds when all threads have ended and all windows are empty. */
  record FinalCondition(String name, Expr condition, SourceSpan span) implements Property {}

  /** No state but an end state is without a step. */
  record DeadlockFree() implements Property {
    @Override
    public String name() {
      return "deadlock";
    }
  }
}
