// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.fences.Counterexamples.Forbidding;
import java.util.BitSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is kept of the check of an assignment.
 *
 * @param holds whether no run violates anything
 * @param bounded whether it holds within a window bound only
 * @param forbidding the numbers of the choices one of which every correct assignment has
 * @param precise see {@link Forbidding}
 */
public record KnownOutcome(boolean holds, boolean bounded, String forbidding, boolean precise) {

  static KnownOutcome holds(boolean bounded) {
    return new KnownOutcome(true, bounded, "", true);
  }

  static KnownOutcome fails(Forbidding forbidding) {
    String numbers =
        forbidding.choices().stream().mapToObj(Integer::toString).collect(Collectors.joining(" "));
    return new KnownOutcome(false, false, numbers, forbidding.precise());
  }

  Forbidding forbidden() {
    BitSet choices = new BitSet();
    Stream.of(forbidding.split(" ", -1))
        .filter(number -> !number.isEmpty())
        .forEach(number -> choices.set(Integer.parseInt(number)));
    return new Forbidding(choices, precise);
  }
}
