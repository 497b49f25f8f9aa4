// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.property;

import dev.fencepost.ltl.BadPrefixes;
import dev.fencepost.source.Origin;
import java.util.List;

/**
 * A safety formula, which finite runs violate. A machine keeps the rest of the formula in its
 * states, so that no search for infinite runs is needed. A rest is a number of one byte.
 *
 * @param atoms for each atom of the formula, the number of the atom in the model
 * @param origin the place of the formula, and its name
 * @param message how a violation is called
 */
public record WatchedFormula(
    BadPrefixes prefixes, List<Integer> atoms, Origin origin, String message) {
  public WatchedFormula {
    atoms = List.copyOf(atoms);
  }

  /** The rest before the first state. */
  public int start() {
    return prefixes.start();
  }

  /** The rest of a rest, after a state in which these atoms are true. */
  public int after(int rest, long letter) {
    return prefixes.after(rest, letter);
  }

  /** Whether every continuation violates the formula. */
  public static boolean isViolated(int rest) {
    return rest == BadPrefixes.VIOLATED;
  }

  /** Whether nothing that may follow violates it. */
  public static boolean isSatisfied(int rest) {
    return rest == BadPrefixes.SATISFIED;
  }
}
