// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

/**
 * A system that tells its actions apart: who takes them, and which get in each other's way. It
 * compares the footprints of actions, and of what an actor may still do, and gives the result as
 * bits; where it cannot tell, they conflict.
 *
 * <p>Two actions conflict unless, from every state, taking both in either order is possible alike
 * and leads to the same states, and neither makes the other possible or impossible.
 */
public interface ActionSystem extends TransitionSystem {

  /** More actions than this in one state are not told apart. */
  int MAX_ACTIONS = Long.SIZE;

  ActionGenerator newActionGenerator();

  /** Computes successors, of all actions or of some. */
  interface ActionGenerator extends Generator {

    /**
     * Reads a state, which all that follows is about until the next call: its actions are numbered
     * in the order of their successors.
     *
     * @return how many actions there are, or more than {@link #MAX_ACTIONS}
     */
    int read(byte[] bytes, int offset, int length);

    /** Whose action it is. */
    int actor(int action);

    /** Whether the action may change what a property asks of states. */
    boolean isVisible(int action);

    /** The actions of this state with which the action conflicts, as bits. */
    long conflicting(int action);

    /**
     * The actors of whose later actions, those that are none of this state yet, one may conflict
     * with the action, as bits. Its own actor may be among them.
     */
    int disturbing(int action);

    /** The actors without whom the actor's later actions may not become possible, as bits. */
    int awaited(int actor);

    /**
     * Clears {@code out} and writes the successors of some actions of the state; none where an
     * action turns out not to be possible.
     */
    void successors(long actions, Successors out) throws LimitException;

    /**
     * A number that grows along a step unless an actor goes round in a cycle of its code, and has a
     * greatest value.
     */
    long progress(byte[] bytes, int offset, int length);
  }
}
