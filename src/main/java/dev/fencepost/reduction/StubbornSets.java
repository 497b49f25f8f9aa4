// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.ActionSystem.ActionGenerator;
import java.util.Arrays;

/**
 * Computes stubborn sets: sets of actions that stay possible, with the same effect, whatever
 * actions outside the set are taken first (Valmari: Stubborn sets for reduced state space
 * generation, 1989; Godefroid: Partial-order methods for the verification of concurrent systems,
 * 1996, chapter 4).
 *
 * <p>A set is the closure of one action. An action adds all actions that it conflicts with. If a
 * later action of an actor may conflict with it, it adds all actions of that actor, one of which
 * comes first, and the actions of actors that this actor waits for. A disabled action is enabled
 * only by an action that it conflicts with.
 */
final class StubbornSets {
  /** In place of a set: all sets have an action. */
  private static final long TOO_LARGE = 0;

  @SuppressWarnings("NullAway.Init") // begin sets it first
  private ActionGenerator generator;

  private int count;
  private final long[] conflicting = new long[ActionSystem.MAX_ACTIONS];
  private final int[] disturbing = new int[ActionSystem.MAX_ACTIONS];
  private final long[] actionsOf = new long[Integer.SIZE];

  private long smallest;
  private long conflictsKnown;
  private long disturbersKnown;

  /** Looks at the state that the generator has read last, which has so many actions. */
  private void begin(ActionGenerator reader, int actionCount) {
    generator = reader;
    count = actionCount;
    Arrays.fill(actionsOf, 0);
    conflictsKnown = 0;
    disturbersKnown = 0;
    for (int action = 0; action < count; action++) {
      actionsOf[generator.actor(action)] |= 1L << action;
    }
    smallest = all();
  }

  /** Finds the sets of the state that the generator has read last, which has so many actions. */
  void find(ActionGenerator reader, int actionCount) {
    begin(reader, actionCount);
    for (int action = 0; action < count && Long.bitCount(smallest) > 1; action++) {
      long found = grow(action, Long.bitCount(smallest) - 1);
      smallest = found == TOO_LARGE ? smallest : found;
    }
  }

  /** The first set of one action of such a state, or 0. */
  long findOne(ActionGenerator reader, int actionCount) {
    begin(reader, actionCount);
    for (int action = 0; action < count; action++) {
      if (grow(action, 1) != TOO_LARGE) {
        return 1L << action;
      }
    }
    return 0;
  }

  int count() {
    return count;
  }

  /** The first of the sets with the fewest actions. */
  long smallest() {
    return smallest;
  }

  /** All actions. */
  long all() {
    return count == 0 ? 0 : -1L >>> Long.SIZE - count;
  }

  private long conflicting(int action) {
    if ((conflictsKnown >>> action & 1) == 0) {
      conflictsKnown |= 1L << action;
      conflicting[action] = generator.conflicting(action);
    }
    return conflicting[action];
  }

  private int disturbing(int action) {
    if ((disturbersKnown >>> action & 1) == 0) {
      disturbersKnown |= 1L << action;
      disturbing[action] = generator.disturbing(action);
    }
    return disturbing[action];
  }

  /** The closure of this action, as bits. */
  long from(int action) {
    return grow(action, count);
  }

  /** The closure of this action, or {@link #TOO_LARGE} if it has more than {@code most} actions. */
  private long grow(int action, int most) {
    long set = 1L << action;
    int actors = 0;
    for (long open = set; open != 0 && Long.bitCount(set) <= most; ) {
      int added = Long.numberOfTrailingZeros(open);
      open &= open - 1;
      long next = conflicting(added) & ~set;
      set |= next;
      open |= next;
      if (Long.bitCount(set) > most) {
        return TOO_LARGE;
      }
      int awaiting = disturbing(added);
      next = 0;
      while ((awaiting & ~actors) != 0) {
        int actor = Integer.numberOfTrailingZeros(awaiting & ~actors);
        actors |= 1 << actor;
        next |= actionsOf[actor] & ~set;
        awaiting |= generator.awaited(actor);
      }
      set |= next;
      open |= next;
    }
    return Long.bitCount(set) > most ? TOO_LARGE : set;
  }
}
