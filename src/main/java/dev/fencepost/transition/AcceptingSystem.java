// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

/**
 * A system whose infinite runs are judged: a run accepts if for each condition it takes steps that
 * meet it infinitely often. With no conditions, every infinite run accepts.
 */
public interface AcceptingSystem extends TransitionSystem {

  /** How many conditions there are. */
  int conditions();

  @Override
  AcceptingGenerator newGenerator();

  /** Computes successors and the conditions that the steps to them meet. */
  interface AcceptingGenerator extends Generator {

    /**
     * Sets, in words of 64, the bits of the conditions that a step meets; changes no others.
     *
     * @param index of a successor that the last call of {@link #successors} has written
     */
    void met(int index, long[] words) throws LimitException;
  }

  /** How many words hold a bit for each of so many conditions. */
  static int words(int conditions) {
    return (conditions + Long.SIZE - 1) / Long.SIZE;
  }
}
