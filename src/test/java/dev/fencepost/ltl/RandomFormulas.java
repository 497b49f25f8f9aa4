// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import java.util.Random;

/** Formulas by chance, from a seed. */
public final class RandomFormulas {
  private final Random random;
  private final int atoms;

  public RandomFormulas(long seed, int atoms) {
    random = new Random(seed);
    this.atoms = atoms;
  }

  /** A formula with about so many operators. */
  public Formula next(int operators) {
    if (operators == 0) {
      return random.nextInt(20) == 0
          ? random.nextBoolean() ? Formula.constant(true) : Formula.constant(false)
          : new Formula.Atom(random.nextInt(atoms));
    }
    int left = random.nextInt(operators);
    return switch (random.nextInt(11)) {
      case 0 -> Formula.not(next(operators - 1));
      case 1 -> Formula.always(next(operators - 1));
      case 2 -> Formula.eventually(next(operators - 1));
      case 3 -> new Formula.Next(next(operators - 1));
      case 4 -> new Formula.Until(next(left), next(operators - 1 - left));
      case 5 -> new Formula.Release(next(left), next(operators - 1 - left));
      case 6 -> Formula.weakUntil(next(left), next(operators - 1 - left));
      case 7 -> Formula.implies(next(left), next(operators - 1 - left));
      case 8 -> Formula.and(next(left), next(operators - 1 - left));
      case 9 -> Formula.or(next(left), next(operators - 1 - left));
      default ->
          operators < 5
              ? Formula.equivalent(next(left), next(operators - 1 - left))
              : Formula.always(Formula.eventually(next(operators - 2)));
    };
  }
}
