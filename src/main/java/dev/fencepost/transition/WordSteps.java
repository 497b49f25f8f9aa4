// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

import dev.fencepost.collect.LongList;
import dev.fencepost.collect.WordLayout;
import dev.fencepost.transition.TransitionSystem.LimitException;

/**
 * Steps from word to word, for systems whose states are numbers, where that can be done without
 * putting a state together. Belongs to a generator, which does what this leaves.
 */
public interface WordSteps {

  /** Says which states will be expanded now, and how they became words. */
  void expect(long[] states, int count, WordLayout layout);

  /**
   * Adds the successors of a state, in their fixed order.
   *
   * @param index of one of the states that were told
   * @return whether that is done; if not, nothing was added, and the generator is to be asked. It
   *     always is where a step violates something, where there is no step, and where a number is
   *     too great for the layout.
   */
  boolean successors(int index, LongList out) throws LimitException;
}
