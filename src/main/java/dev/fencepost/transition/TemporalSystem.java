// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

import dev.fencepost.transition.AcceptingSystem.AcceptingGenerator;

/**
 * What temporal properties see of a system: atoms of its states, and conditions on its steps.
 *
 * <p>Some conditions tell runs from what is no run; a run that does not meet those infinitely often
 * does not exist. The others are fairness: "this thread cannot step now, or it does". A run that
 * ends or deadlocks repeats its last state for ever and is fair; one that is cut is no run.
 */
public interface TemporalSystem extends TransitionSystem {

  /** How many conditions there are; the first ones are those that every run meets. */
  int conditions();

  /** How many conditions are not a matter of fairness. */
  int required();

  TemporalGenerator newTemporalGenerator();

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
