// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.property;

import dev.fencepost.ltl.BadPrefixes;
import dev.fencepost.source.Origin;
import java.util.List;

/**
 * A formula that is violated by finite runs: a machine that keeps what is left of it in its states
 * needs no search for infinite ones. What is left is a number of one byte.
 *
 * @param atoms what the atoms of the formula stand for: numbers of the model's atoms
 * @param origin where the formula stands, and its name
 * @param message what a violation is called
 */
public record WatchedFormula(
    BadPrefixes prefixes, List<Integer> atoms, Origin origin, String message) {
  public WatchedFormula {
    atoms = List.copyOf(atoms);
  }

  /** What is left before the first state. */
  public int start() {
    return prefixes.start();
  }

  /** What is left after a state in which these atoms are true, of what was left before it. */
  public int after(int rest, long letter) {
    return prefixes.after(rest, letter);
  }

  /** Whether all that may follow violates the formula. */
  public static boolean isViolated(int rest) {
    return rest == BadPrefixes.VIOLATED;
  }

  /** Whether nothing that may follow violates it. */
  public static boolean isSatisfied(int rest) {
    return rest == BadPrefixes.SATISFIED;
  }
}
