// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.explore.EndCounts;
import java.util.BitSet;

/**
 * What the expansion of states has shown.
 *
 * @param expanded how many states were expanded
 * @param marks the marks that steps passed
 * @param boundHit whether a window bound cut a step
 * @param ends the states without steps that violate nothing
 * @param badStep the first level with a violating step, or {@link #NONE}
 * @param badState the first level with a state that is itself a violation, or {@link #NONE}
 */
record Tally(
    long expanded,
    long transitions,
    BitSet marks,
    boolean boundHit,
    EndCounts ends,
    int badStep,
    int badState) {

  /** In place of a level. */
  static final int NONE = Integer.MAX_VALUE;

  static final Tally EMPTY = new Tally(0, 0, new BitSet(), false, EndCounts.NONE, NONE, NONE);

  Tally plus(Tally other) {
    BitSet all = (BitSet) marks.clone();
    all.or(other.marks);
    return new Tally(
        expanded + other.expanded,
        transitions + other.transitions,
        all,
        boundHit || other.boundHit,
        ends.plus(other.ends),
        Math.min(badStep, other.badStep),
        Math.min(badState, other.badState));
  }

  boolean isViolated() {
    return badStep != NONE || badState != NONE;
  }
}
