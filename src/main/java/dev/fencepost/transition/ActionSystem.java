// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

/**
 * A system with actions: each belongs to an actor, and some of them conflict. Conflicts are
 * computed from footprints, those of actions and of the future of actors. They are given as bits.
 * Actions conflict unless the footprints prove the opposite.
 *
 * <p>Two actions are free of conflict if from every state both orders are possible and lead to the
 * same states, and neither action enables or disables the other.
 */
public interface ActionSystem extends TransitionSystem {

  /** A state with more actions is expanded fully. */
  int MAX_ACTIONS = Long.SIZE;

  @Override
  ActionGenerator newGenerator();

  /** Computes successors, of all actions or of some. */
  interface ActionGenerator extends Generator {

    /**
     * Loads a state; the methods below refer to it until the next call. Its actions are numbered in
     * the order of their successors.
     *
     * @return the number of actions, or a number above {@link #MAX_ACTIONS}
     */
    int read(byte[] bytes, int offset, int length);

    /** The actor of an action. */
    int actor(int action);

    /** Whether the action may change an atom of a property. */
    boolean isVisible(int action);

    /** The actions of this state with which the action conflicts, as bits. */
    long conflicting(int action);

    /**
     * The actors, as bits, that may take a conflicting action later, one that is not possible in
     * this state. The actor of the action itself may be among them.
     */
    int disturbing(int action);

    /** The actors, as bits, for which later actions of the actor may have to wait. */
    int awaited(int actor);

    /**
     * Clears {@code out} and writes the successors of some actions of the state. Writes none if one
     * of the actions is not possible.
     */
    void successors(long actions, Successors out) throws LimitException;

    /**
     * The progress of a state: it grows with each step, except for a step that closes a cycle in
     * the code of an actor, and is bounded.
     */
    long progress(byte[] bytes, int offset, int length);
  }
}
