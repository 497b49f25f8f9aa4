// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/**
 * A formula of linear temporal logic, read at the first position of an infinite word whose letters
 * say which atoms are true. Other operators are built from these: see the methods.
 */
public sealed interface LtlFormula {
  record True() implements LtlFormula {
    @Override
    public String toString() {
      return "true";
    }
  }

  record False() implements LtlFormula {
    @Override
    public String toString() {
      return "false";
    }
  }

  /** The atom with this number, from 0 on. */
  record Atom(int number) implements LtlFormula {
    @Override
    public String toString() {
      return "p" + number;
    }
  }

  record Not(LtlFormula operand) implements LtlFormula {
    @Override
    public String toString() {
      return "!" + FormulaText.operand(operand);
    }
  }

  /** All of the operands, of which there are at least two and none is itself a conjunction. */
  record And(List<LtlFormula> operands) implements LtlFormula {
    public And {
      operands = List.copyOf(operands);
    }

    @Override
    public String toString() {
      return FormulaText.joined(" && ", operands);
    }
  }

  /** One of the operands, of which there are at least two and none is itself a disjunction. */
  record Or(List<LtlFormula> operands) implements LtlFormula {
    public Or {
      operands = List.copyOf(operands);
    }

    @Override
    public String toString() {
      return FormulaText.joined(" || ", operands);
    }
  }

  /** The operand at the next position. */
  record Next(LtlFormula operand) implements LtlFormula {
    @Override
    public String toString() {
      return "X " + FormulaText.operand(operand);
    }
  }

  /** {@code right} some day, and {@code left} at every position before. */
  record Until(LtlFormula left, LtlFormula right) implements LtlFormula {
    @Override
    public String toString() {
      return left instanceof True
          ? "<> " + FormulaText.operand(right)
          : FormulaText.joined(" U ", List.of(left, right));
    }
  }

  /** {@code right} up to and at the position where {@code left} is, or for ever. */
  record Release(LtlFormula left, LtlFormula right) implements LtlFormula {
    @Override
    public String toString() {
      return left instanceof False
          ? "[] " + FormulaText.operand(right)
          : FormulaText.joined(" V ", List.of(left, right));
    }
  }

  static LtlFormula constant(boolean value) {
    return value ? new True() : new False();
  }

  static LtlFormula not(LtlFormula operand) {
    return operand instanceof Not(LtlFormula inner) ? inner : new Not(operand);
  }

  static LtlFormula and(LtlFormula left, LtlFormula right) {
    SequencedSet<LtlFormula> operands = new LinkedHashSet<>();
    for (LtlFormula side : List.of(left, right)) {
      operands.addAll(side instanceof And(List<LtlFormula> inner) ? inner : List.of(side));
    }
    return operands.size() == 1 ? left : new And(new ArrayList<>(operands));
  }

  static LtlFormula or(LtlFormula left, LtlFormula right) {
    SequencedSet<LtlFormula> operands = new LinkedHashSet<>();
    for (LtlFormula side : List.of(left, right)) {
      operands.addAll(side instanceof Or(List<LtlFormula> inner) ? inner : List.of(side));
    }
    return operands.size() == 1 ? left : new Or(new ArrayList<>(operands));
  }

  static LtlFormula implies(LtlFormula left, LtlFormula right) {
    return or(not(left), right);
  }

  static LtlFormula equivalent(LtlFormula left, LtlFormula right) {
    return or(and(left, right), and(not(left), not(right)));
  }

  static LtlFormula always(LtlFormula operand) {
    return new Release(new False(), operand);
  }

  static LtlFormula eventually(LtlFormula operand) {
    return new Until(new True(), operand);
  }

  /** Until, but {@code right} need never be where {@code left} always is. */
  static LtlFormula weakUntil(LtlFormula left, LtlFormula right) {
    return new Release(right, or(left, right));
  }

  /** Whether the formula is not stutter-invariant: some reductions are unsound for it. */
  default boolean usesNext() {
    return switch (this) {
      case True t -> false;
      case False f -> false;
      case Atom a -> false;
      case Not(LtlFormula operand) -> operand.usesNext();
      case And(List<LtlFormula> operands) -> operands.stream().anyMatch(LtlFormula::usesNext);
      case Or(List<LtlFormula> operands) -> operands.stream().anyMatch(LtlFormula::usesNext);
      case Next n -> true;
      case Until(LtlFormula left, LtlFormula right) -> left.usesNext() || right.usesNext();
      case Release(LtlFormula left, LtlFormula right) -> left.usesNext() || right.usesNext();
    };
  }
}
