// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Expr;

/** Where the value of an expression is wanted. */
sealed interface Destination {

  /** Nowhere: only the effects count. */
  record Discard() implements Destination {}

  record Into(int register) implements Destination {}

  /** Memory that holds a struct; {@code strong}: outside the memory model. */
  record Object(Expr address, boolean strong) implements Destination {}

  /** Control goes on at one of two labels; nothing falls through. */
  record Test(int whenTrue, int whenFalse) implements Destination {
    Test swapped() {
      return new Test(whenFalse, whenTrue);
    }
  }
}
