// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

import java.util.Objects;

/**
 * The waist between what is checked and how it is searched. States are packed bytes; equal states
 * have equal bytes. The order of successors is fixed, so that a run is a list of indices.
 */
public interface TransitionSystem {

  /**
   * A generator for one search thread. What generators share does not change; or it grows, and is
   * safe to use by many threads.
   */
  Generator newGenerator();

  /** Computes successors; used by one thread at a time and allocates nothing once warm. */
  interface Generator {

    /** Clears {@code out} and writes the initial states to it. */
    void initial(Successors out) throws LimitException;

    /** Clears {@code out} and writes the successors of the state to it, in their fixed order. */
    void successors(byte[] bytes, int offset, int length, Successors out) throws LimitException;

    /**
     * Clears {@code out} and writes all successors of the state to it, or some of them. Of a state
     * without steps it says what {@link #successors} says.
     */
    default void someSuccessors(byte[] bytes, int offset, int length, Successors out)
        throws LimitException {
      successors(bytes, offset, length, out);
    }

    /** The marks passed by any step generated so far, as bits. */
    long[] marks();

    /** Whether a window bound has cut any step generated so far. */
    boolean boundHit();
  }

  /** The system itself, not the search, ran into a limit; the message names it. */
  final class LimitException extends Exception {
    private static final long serialVersionUID = 1L;

    public LimitException(String message) {
      super(message);
    }

    @Override
    public String getMessage() {
      return Objects.requireNonNull(super.getMessage());
    }
  }
}
