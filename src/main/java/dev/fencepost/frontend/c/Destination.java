// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Expr;
import java.util.List;

/** Where the value of an expression is wanted. */
sealed interface Destination {

  /** Nowhere: only the effects count. */
  record Discard() implements Destination {}

  record Into(int register) implements Destination {}

  /**
   * Memory that holds a struct.
   *
   * @param strong outside the memory model
   * @param kinds what its cells must hold; nothing where that is certain
   */
  record Object(Expr address, boolean strong, List<Integer> kinds) implements Destination {
    public Object {
      kinds = List.copyOf(kinds);
    }
  }

  /** Control goes on at one of two labels; nothing falls through. */
  record Test(int whenTrue, int whenFalse, boolean negated) implements Destination {
    Test(int whenTrue, int whenFalse) {
      this(whenTrue, whenFalse, false);
    }

    Test swapped() {
      return new Test(whenFalse, whenTrue, !negated);
    }

    /** A test of a part of the condition. */
    Test to(int newWhenTrue, int newWhenFalse) {
      return new Test(newWhenTrue, newWhenFalse, negated);
    }
  }
}
