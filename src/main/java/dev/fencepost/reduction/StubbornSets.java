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
  private ActionGenerator generator;
  private int count;
  private final long[] conflicting = new long[ActionSystem.MAX_ACTIONS];
  private final int[] disturbing = new int[ActionSystem.MAX_ACTIONS];
  private final long[] actionsOf = new long[Integer.SIZE];

  private long smallest;
  private long looked;

  /** Finds the sets of the state that the generator has read last, which has so many actions. */
  void find(ActionGenerator reader, int actionCount) {
    generator = reader;
    count = actionCount;
    Arrays.fill(actionsOf, 0);
    looked = 0;
    for (int action = 0; action < count; action++) {
      actionsOf[generator.actor(action)] |= 1L << action;
    }
    smallest = all();
    for (int action = 0; action < count && Long.bitCount(smallest) > 1; action++) {
      long found = from(action);
      smallest = Long.bitCount(found) < Long.bitCount(smallest) ? found : smallest;
    }
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

  /** Finds out what an action conflicts with, once. */
  private void look(int action) {
    if ((looked >>> action & 1) == 0) {
      looked |= 1L << action;
      conflicting[action] = generator.conflicting(action);
      disturbing[action] = generator.disturbing(action);
    }
  }

  /** The set that has this action, as bits. */
  long from(int action) {
    long set = 0;
    int actors = 0;
    long open = 1L << action;
    while (open != 0) {
      set |= open;
      int awaiting = 0;
      long next = 0;
      for (long rest = open; rest != 0; rest &= rest - 1) {
        int added = Long.numberOfTrailingZeros(rest);
        look(added);
        next |= conflicting[added];
        awaiting |= disturbing[added];
      }
      while ((awaiting & ~actors) != 0) {
        int actor = Integer.numberOfTrailingZeros(awaiting & ~actors);
        actors |= 1 << actor;
        next |= actionsOf[actor];
        awaiting |= generator.awaited(actor);
      }
      open = next & ~set;
    }
    return set;
  }
}
