// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.stream.Collectors;

/**
 * A formula of linear temporal logic, read at the first position of an infinite word whose letters
 * say which atoms are true. Other operators are built from these: see the methods.
 */
public sealed interface LtlFormula {
  record True() implements LtlFormula {}

  record False() implements LtlFormula {}

  /** The atom with this number, from 0 on. */
  record Atom(int number) implements LtlFormula {}

  record Not(LtlFormula operand) implements LtlFormula {}

  /** All of the operands, of which there are at least two and none is itself a conjunction. */
  record And(List<LtlFormula> operands) implements LtlFormula {
    public And {
      operands = List.copyOf(operands);
    }
  }

  /** One of the operands, of which there are at least two and none is itself a disjunction. */
  record Or(List<LtlFormula> operands) implements LtlFormula {
    public Or {
      operands = List.copyOf(operands);
    }
  }

  /** The operand at the next position. */
  record Next(LtlFormula operand) implements LtlFormula {}

  /** {@code right} some day, and {@code left} at every position before. */
  record Until(LtlFormula left, LtlFormula right) implements LtlFormula {}

  /** {@code right} up to and at the position where {@code left} is, or for ever. */
  record Release(LtlFormula left, LtlFormula right) implements LtlFormula {}

  /** The formula as {@link FormulaParser} reads it; atom 0 is {@code p0}. */
  default String text() {
    return switch (this) {
      case True t -> "true";
      case False f -> "false";
      case Atom(int number) -> "p" + number;
      case Not(LtlFormula operand) -> "!" + operand.inner();
      case And(List<LtlFormula> operands) -> joined(" && ", operands);
      case Or(List<LtlFormula> operands) -> joined(" || ", operands);
      case Next(LtlFormula operand) -> "X " + operand.inner();
      case Until(True t, LtlFormula right) -> "<> " + right.inner();
      case Until(LtlFormula left, LtlFormula right) -> joined(" U ", List.of(left, right));
      case Release(False f, LtlFormula right) -> "[] " + right.inner();
      case Release(LtlFormula left, LtlFormula right) -> joined(" V ", List.of(left, right));
    };
  }

  /** The text as an operand: in parentheses where it would fall apart. */
  private String inner() {
    boolean binary =
        switch (this) {
          case And and -> true;
          case Or or -> true;
          case Until(LtlFormula left, LtlFormula right) -> !(left instanceof True);
          case Release(LtlFormula left, LtlFormula right) -> !(left instanceof False);
          default -> false;
        };
    return binary ? "(" + text() + ")" : text();
  }

  private static String joined(String operator, List<LtlFormula> operands) {
    return operands.stream().map(LtlFormula::inner).collect(Collectors.joining(operator));
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
