// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.ActionSystem.ActionGenerator;
import java.util.Arrays;

/**
 * Finds sets of actions such that whatever the other actions do, now or later, without them, they
 * can still be taken then and to the same effect (Valmari: Stubborn sets for reduced state space
 * generation, 1989; Godefroid: Partial-order methods for the verification of concurrent systems,
 * 1996, chapter 4).
 *
 * <p>A set is grown from one action: with an action come all that it conflicts with, and where an
 * actor may do something later that conflicts with it, all of that actor's actions, for one of them
 * comes first. An actor that waits for another brings that one's actions too. An action that is not
 * possible can become so only by one that it conflicts with.
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

  /** The set that has this action, as bits. */
  long from(int action) {
    return grow(action, count);
  }

  /** The set that has this action, or {@link #TOO_LARGE} where it has more than some. */
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
