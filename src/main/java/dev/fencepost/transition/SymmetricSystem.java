// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

/**
 * A system with symmetric states: each step of one state is a step of the other, with threads and
 * cells permuted. A canonical form represents all of them.
 */
public interface SymmetricSystem extends TransitionSystem {

  /** A finder for one search thread. */
  Canonical newCanonical();

  /** Computes canonical forms; allocates nothing once warm. */
  interface Canonical {

    /** Adds the canonical form of a state to {@code out}, with a violation code. */
    void add(byte[] bytes, int offset, int length, int code, Successors out);
  }
}
