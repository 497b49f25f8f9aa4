// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.budget.Budget;
import dev.fencepost.source.SourceSpan;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A formula of the law language: first-order logic over instances, threads and operations. */
public sealed interface Formula {

  /** A formula without parts: a question to a {@link LawAlgebra}. */
  sealed interface Atom extends Formula {}

  /** Program order: both are of one thread, and {@code earlier} was fetched first. */
  record Before(String earlier, String later) implements Atom {}

  /** Both access one cell; a two-word CAS accesses either. */
  record SameCell(String left, String right) implements Atom {}

  /** Both read or wrote the same value. */
  record SameValue(String left, String right) implements Atom {}

  record SameThread(ThreadTerm left, ThreadTerm right) implements Atom {}

  record SameInstance(String left, String right) implements Atom {}

  /** Every operation on the left is taken before every operation on the right. */
  record Less(Operation left, Operation right) implements Atom {}

  /** The instance is of this class. */
  record Is(String instance, Pattern pattern) implements Atom {}

  record Not(Formula operand) implements Formula {}

  record And(List<Formula> operands) implements Formula {}

  record Or(List<Formula> operands) implements Formula {}

  record Implies(Formula premise, Formula conclusion) implements Formula {}

  record Forall(Variable variable, Formula body) implements Formula {}

  record Exists(Variable variable, Formula body) implements Formula {}

  /** A bound name: an instance of a class, or a thread where {@code pattern} is null. */
  record Variable(String name, @Nullable Pattern pattern, SourceSpan span) {
    public boolean isThread() {
      return pattern == null;
    }

    /** The class of the instances that it stands for; not for threads. */
    @Override
    public Pattern pattern() {
      return Objects.requireNonNull(pattern, name);
    }
  }

  /** A thread: a variable, or the thread of an instance. */
  record ThreadTerm(String name, boolean ofInstance) {}

  /** The steps that an instance takes; a law may speak of one or of several at once. */
  enum Step {
    FETCH,
    /** Its operands are taken; the only step of a fence. */
    ISSUE,
    /** Its address is known; laws of program order alone may wait for that. */
    ADDRESS,
    /** The condition of a branch is known; laws of program order alone may wait for that. */
    RESOLVE,
    /** All steps that reach memory. */
    EXECUTE,
    /** To the thread that is named, or to every thread. */
    REFLECT,
    /** All steps; on the left of {@code <}, the instance has finished. */
    DONE,
    /** All steps; on the right of {@code <}, the instance goes. */
    PERFORM
  }

  /** A step of an instance; {@code target} is null where all threads are meant, or none. */
  record Operation(Step step, String instance, @Nullable ThreadTerm target, SourceSpan span) {}

  /** Visits this formula and all parts of it, the whole before its parts. */
  default void visit(Consumer<Formula> visitor) {
    Budget.ask();
    visitor.accept(this);
    parts().forEach(part -> part.visit(visitor));
  }

  /** The formulas that this one joins or quantifies. */
  default List<Formula> parts() {
    return switch (this) {
      case Not not -> List.of(not.operand());
      case And and -> and.operands();
      case Or or -> or.operands();
      case Implies implies -> List.of(implies.premise(), implies.conclusion());
      case Forall forall -> List.of(forall.body());
      case Exists exists -> List.of(exists.body());
      case Atom atom -> List.of();
    };
  }

  /** The parts of a conjunction. */
  default List<Formula> conjuncts() {
    return this instanceof And and
        ? and.operands().stream().flatMap(part -> part.conjuncts().stream()).toList()
        : List.of(this);
  }

  static Formula and(List<Formula> operands) {
    return operands.size() == 1 ? operands.get(0) : new And(List.copyOf(operands));
  }
}
