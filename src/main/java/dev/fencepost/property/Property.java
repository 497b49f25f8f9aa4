// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.property;

import dev.fencepost.ir.Expr;
import dev.fencepost.ltl.LtlFormula;
import dev.fencepost.source.SourceSpan;
import java.util.List;
import java.util.function.UnaryOperator;

/** What is checked. Assertions and run-time errors of the program are always checked. */
public sealed interface Property {

  /** The name under which a violation is reported. */
  String name();

  /** The place of the property; {@link SourceSpan#NONE} if no text states it. */
  default SourceSpan span() {
    return SourceSpan.NONE;
  }

  /** The expressions over states that it reads. */
  default List<Expr> conditions() {
    return List.of();
  }

  /** This property with other expressions over states. */
  default Property mapped(UnaryOperator<Expr> change) {
    return switch (this) {
      case Invariant(String name, Expr condition, SourceSpan span) ->
          new Invariant(name, change.apply(condition), span);
      case FinalCondition(String name, Expr condition, SourceSpan span) ->
          new FinalCondition(name, change.apply(condition), span);
      case Temporal(
              String name,
              LtlFormula formula,
              List<Expr> atoms,
              Words words,
              SourceSpan span) ->
          new Temporal(name, formula, atoms.stream().map(change).toList(), words, span);
      case RaceFree race -> race;
      case DeadlockFree deadlock -> deadlock;
    };
  }

  /** Holds in every state. */
  record Invariant(String name, Expr condition, SourceSpan span) implements Property {
    @Override
    public List<Expr> conditions() {
      return List.of(condition);
    }
  }

  /** Holds when all threads have ended and all windows are empty. */
  record FinalCondition(String name, Expr condition, SourceSpan span) implements Property {
    @Override
    public List<Expr> conditions() {
      return List.of(condition);
    }
  }

  /**
   * A formula of temporal logic that is true of every infinite run.
   *
   * @param atoms what the atoms of the formula stand for, by their numbers
   * @param words how reports write it
   */
  record Temporal(String name, LtlFormula formula, List<Expr> atoms, Words words, SourceSpan span)
      implements Property {
    public Temporal {
      atoms = List.copyOf(atoms);
    }

    /** A formula that reports write as it is. */
    public Temporal(String name, LtlFormula formula, List<Expr> atoms, SourceSpan span) {
      this(name, formula, atoms, Words.NONE, span);
    }

    @Override
    public List<Expr> conditions() {
      return atoms;
    }
  }

  /**
   * A formula in the words of its text.
   *
   * @param formula the whole; empty where reports write the formula itself
   * @param atoms its atoms, by their numbers
   */
  record Words(String formula, List<String> atoms) {
    static final Words NONE = new Words("", List.of());

    public Words {
      atoms = List.copyOf(atoms);
    }

    public boolean isEmpty() {
      return formula.isEmpty();
    }
  }

  /**
   * No two threads may access a cell at once, one of them writing and one of them with a plain
   * access: C11 gives a program with such a race no meaning.
   */
  record RaceFree() implements Property {
    @Override
    public String name() {
      return "data race";
    }
  }

  /** No state but an end state is without a step. */
  record DeadlockFree() implements Property {
    @Override
    public String name() {
      return "deadlock";
    }
  }
}
