// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

import dev.fencepost.transition.AcceptingSystem.AcceptingGenerator;

/**
 * The view of temporal properties: atoms of states, and conditions on steps.
 *
 * <p>The first conditions are required: a path that does not meet one of them infinitely often is
 * no run. The other conditions are fairness, such as "this thread cannot step, or it steps". A run
 * that ends or deadlocks stutters in its last state, and is fair. A run that is cut does not count.
 */
public interface TemporalSystem extends TransitionSystem {

  /** The number of conditions; the first {@link #required} are required. */
  int conditions();

  /** How many conditions are not a matter of fairness. */
  int required();

  @Override
  TemporalGenerator newGenerator();

  /** Computes successors, and what temporal properties need to know about them. */
  interface TemporalGenerator extends AcceptingGenerator {

    /** The atoms that are true in a state, as bits. */
    long atoms(byte[] bytes, int offset, int length) throws LimitException;

    /**
     * In how many ways the state that was expanded last may repeat for ever while something runs on
     * unseen: a thread that loops by itself. They count as steps behind the successors: {@link
     * #met} knows them by the indices from their count on.
     */
    int stutters();
  }
}
