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
public sealed interface Formula {
  record True() implements Formula {
    @Override
    public String toString() {
      return "true";
    }
  }

  record False() implements Formula {
    @Override
    public String toString() {
      return "false";
    }
  }

  /** The atom with this number, from 0 on. */
  record Atom(int number) implements Formula {
    @Override
    public String toString() {
      return "p" + number;
    }
  }

  record Not(Formula operand) implements Formula {
    @Override
    public String toString() {
      return "!" + FormulaText.operand(operand);
    }
  }

  /** All of the operands, of which there are at least two and none is itself a conjunction. */
  record And(List<Formula> operands) implements Formula {
    public And {
      operands = List.copyOf(operands);
    }

    @Override
    public String toString() {
      return FormulaText.joined(" && ", operands);
    }
  }

  /** One of the operands, of which there are at least two and none is itself a disjunction. */
  record Or(List<Formula> operands) implements Formula {
    public Or {
      operands = List.copyOf(operands);
    }

    @Override
    public String toString() {
      return FormulaText.joined(" || ", operands);
    }
  }

  /** The operand at the next position. */
  record Next(Formula operand) implements Formula {
    @Override
    public String toString() {
      return "X " + FormulaText.operand(operand);
    }
  }

  /** {@code right} some day, and {@code left} at every position before. */
  record Until(Formula left, Formula right) implements Formula {
    @Override
    public String toString() {
      return left instanceof True
          ? "<> " + FormulaText.operand(right)
          : FormulaText.joined(" U ", List.of(left, right));
    }
  }

  /** {@code right} up to and at the position where {@code left} is, or for ever. */
  record Release(Formula left, Formula right) implements Formula {
    @Override
    public String toString() {
      return left instanceof False
          ? "[] " + FormulaText.operand(right)
          : FormulaText.joined(" V ", List.of(left, right));
    }
  }

  static Formula constant(boolean value) {
    return value ? new True() : new False();
  }

  static Formula not(Formula operand) {
    return operand instanceof Not(Formula inner) ? inner : new Not(operand);
  }

  static Formula and(Formula left, Formula right) {
    SequencedSet<Formula> operands = new LinkedHashSet<>();
    for (Formula side : List.of(left, right)) {
      operands.addAll(side instanceof And(List<Formula> inner) ? inner : List.of(side));
    }
    return operands.size() == 1 ? left : new And(new ArrayList<>(operands));
  }

  static Formula or(Formula left, Formula right) {
    SequencedSet<Formula> operands = new LinkedHashSet<>();
    for (Formula side : List.of(left, right)) {
      operands.addAll(side instanceof Or(List<Formula> inner) ? inner : List.of(side));
    }
    return operands.size() == 1 ? left : new Or(new ArrayList<>(operands));
  }

  static Formula implies(Formula left, Formula right) {
    return or(not(left), right);
  }

  static Formula equivalent(Formula left, Formula right) {
    return or(and(left, right), and(not(left), not(right)));
  }

  static Formula always(Formula operand) {
    return new Release(new False(), operand);
  }

  static Formula eventually(Formula operand) {
    return new Until(new True(), operand);
  }

  /** Until, but {@code right} need never be where {@code left} always is. */
  static Formula weakUntil(Formula left, Formula right) {
    return new Release(right, or(left, right));
  }

  /** Whether the formula is not stutter-invariant: some reductions are unsound for it. */
  default boolean usesNext() {
    return switch (this) {
      case True t -> false;
      case False f -> false;
      case Atom a -> false;
      case Not(Formula operand) -> operand.usesNext();
      case And(List<Formula> operands) -> operands.stream().anyMatch(Formula::usesNext);
      case Or(List<Formula> operands) -> operands.stream().anyMatch(Formula::usesNext);
      case Next n -> true;
      case Until(Formula left, Formula right) -> left.usesNext() || right.usesNext();
      case Release(Formula left, Formula right) -> left.usesNext() || right.usesNext();
    };
  }
}
