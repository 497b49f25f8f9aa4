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
  public LtlFormula next(int operators) {
    if (operators == 0) {
      return random.nextInt(20) == 0
          ? random.nextBoolean() ? LtlFormula.constant(true) : LtlFormula.constant(false)
          : new LtlFormula.Atom(random.nextInt(atoms));
    }
    int left = random.nextInt(operators);
    return switch (random.nextInt(11)) {
      case 0 -> LtlFormula.not(next(operators - 1));
      case 1 -> LtlFormula.always(next(operators - 1));
      case 2 -> LtlFormula.eventually(next(operators - 1));
      case 3 -> new LtlFormula.Next(next(operators - 1));
      case 4 -> new LtlFormula.Until(next(left), next(operators - 1 - left));
      case 5 -> new LtlFormula.Release(next(left), next(operators - 1 - left));
      case 6 -> LtlFormula.weakUntil(next(left), next(operators - 1 - left));
      case 7 -> LtlFormula.implies(next(left), next(operators - 1 - left));
      case 8 -> LtlFormula.and(next(left), next(operators - 1 - left));
      case 9 -> LtlFormula.or(next(left), next(operators - 1 - left));
      default ->
          operators < 5
              ? LtlFormula.equivalent(next(left), next(operators - 1 - left))
              : LtlFormula.always(LtlFormula.eventually(next(operators - 2)));
    };
  }
}
