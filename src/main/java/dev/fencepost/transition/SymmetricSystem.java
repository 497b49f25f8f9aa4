// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

/**
 * A system with states that behave alike: what one does, the other does with threads and cells
 * exchanged. Of such states one stands for all.
 */
public interface SymmetricSystem extends TransitionSystem {

  /** A finder for one search thread. */
  Canonical newCanonical();

  /** Finds the states that stand for others; allocates nothing once warm. */
  interface Canonical {

    /** Adds to {@code out} the state that stands for this one, with a violation code. */
    void add(byte[] bytes, int offset, int length, int code, Successors out);
  }
}
