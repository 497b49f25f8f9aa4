// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.fences.Counterexamples.Forbidding;
import java.util.BitSet;
import java.util.List;

/**
 * What is kept of the check of an assignment.
 *
 * @param holds whether no run violates anything
 * @param bounded whether it holds within a window bound only
 * @param forbidding the numbers of the choices one of which every correct assignment has
 * @param precise see {@link Forbidding}
 */
public record KnownOutcome(
    boolean holds, boolean bounded, List<Integer> forbidding, boolean precise) {

  static KnownOutcome holds(boolean bounded) {
    return new KnownOutcome(true, bounded, List.of(), true);
  }

  static KnownOutcome fails(Forbidding forbidding) {
    return new KnownOutcome(
        false, false, forbidding.choices().stream().boxed().toList(), forbidding.precise());
  }

  Forbidding forbidden() {
    BitSet choices = new BitSet();
    forbidding.forEach(choices::set);
    return new Forbidding(choices, precise);
  }
}
