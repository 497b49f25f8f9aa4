// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.SoundnessTable.Machine;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which wrapper of a machine is applied to which other, and why. {@link SoundnessTable} says which
 * properties each one keeps.
 */
final class CompositionTable {

  /** What is made of a machine. */
  enum Wrapper {
    COLLAPSE("collapse"),
    PARTIAL_ORDER("partial-order"),
    SYMMETRY("symmetry"),
    /** With the automaton of a negated formula. */
    PRODUCT("product"),
    /** The judgement of runs by acceptance labels. */
    ACCEPTANCE("acceptance"),
    /** A search by levels, in runs on disk. */
    LEVELS("levels");

    private final String word;

    Wrapper(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }

    /** The wrapper of a reduction. */
    static Wrapper of(Optimisation reduction) {
      return valueOf(reduction.name());
    }
  }

  /**
   * A cell of the table.
   *
   * @param reason one line
   */
  record Cell(Machine machine, Wrapper inner, Wrapper outer, boolean composes, String reason) {

    String account() {
      return inner.word + " does not compose with " + outer.word + ": " + reason;
    }
  }

  static final List<Cell> TABLE =
      List.of(
          apart(
              Machine.RELAXED,
              Wrapper.COLLAPSE,
              Wrapper.PARTIAL_ORDER,
              "stubborn sets compare the windows of all threads, which identifiers hide"),
          apart(
              Machine.RELAXED,
              Wrapper.COLLAPSE,
              Wrapper.SYMMETRY,
              "a canonical form permutes threads and cells of whole states"),
          apart(
              Machine.RELAXED,
              Wrapper.COLLAPSE,
              Wrapper.PRODUCT,
              "fairness to a thread's oldest store is noted in a step, which a memo table skips"),
          together(
              Machine.RELAXED,
              Wrapper.SYMMETRY,
              Wrapper.PARTIAL_ORDER,
              "Emerson, Jha and Peled, Combining partial order and symmetry reductions (1997)"),
          together(
              Machine.RELAXED,
              Wrapper.PARTIAL_ORDER,
              Wrapper.PRODUCT,
              "Peled, Combining partial order reductions with on-the-fly model-checking (1994)"),
          apart(
              Machine.RELAXED,
              Wrapper.SYMMETRY,
              Wrapper.PRODUCT,
              "a cycle of canonical forms need not be a cycle of states"),
          together(
              Machine.PROMELA,
              Wrapper.COLLAPSE,
              Wrapper.PARTIAL_ORDER,
              "the local state alone says whether the steps of a process are an ample set"),
          together(
              Machine.PROMELA,
              Wrapper.COLLAPSE,
              Wrapper.PRODUCT,
              "the state of the automaton stands beside the identifiers"),
          together(
              Machine.PROMELA,
              Wrapper.PARTIAL_ORDER,
              Wrapper.PRODUCT,
              "Kurshan et al., Static partial order reduction (1998)"),
          apart(
              Machine.PROMELA,
              Wrapper.COLLAPSE,
              Wrapper.ACCEPTANCE,
              "acceptance labels are read in whole states"),
          apart(
              Machine.PROMELA,
              Wrapper.PARTIAL_ORDER,
              Wrapper.ACCEPTANCE,
              "acceptance labels and never claims see each step"),
          together(
              Machine.RELAXED,
              Wrapper.COLLAPSE,
              Wrapper.LEVELS,
              "words keep their order when their fields get wider"),
          together(
              Machine.RELAXED,
              Wrapper.PARTIAL_ORDER,
              Wrapper.LEVELS,
              "the proviso is in the state and not in the order of the search"),
          together(
              Machine.RELAXED,
              Wrapper.SYMMETRY,
              Wrapper.LEVELS,
              "canonical forms are sorted as states are"),
          apart(
              Machine.RELAXED,
              Wrapper.PRODUCT,
              Wrapper.LEVELS,
              "an accepting cycle has states of many levels"),
          together(
              Machine.PROMELA,
              Wrapper.COLLAPSE,
              Wrapper.LEVELS,
              "words keep their order when their fields get wider"),
          together(
              Machine.PROMELA,
              Wrapper.PARTIAL_ORDER,
              Wrapper.LEVELS,
              "the local state alone says what an ample set is, in any order of the search"),
          apart(
              Machine.PROMELA,
              Wrapper.PRODUCT,
              Wrapper.LEVELS,
              "an accepting cycle has states of many levels"),
          apart(
              Machine.PROMELA,
              Wrapper.ACCEPTANCE,
              Wrapper.LEVELS,
              "an acceptance cycle has states of many levels"));

  private CompositionTable() {}

  private static Cell together(Machine machine, Wrapper inner, Wrapper outer, String reason) {
    return new Cell(machine, inner, outer, true, reason);
  }

  private static Cell apart(Machine machine, Wrapper inner, Wrapper outer, String reason) {
    return new Cell(machine, inner, outer, false, reason);
  }

  /** Refuses a folder for the states of a task whose search is not one by levels. */
  static void requireLevels(CheckTask task, Machine machine, Wrapper inner)
      throws InvalidInputException {
    Optional<Cell> against =
        TABLE.stream()
            .filter(cell -> cell.machine() == machine && !cell.composes())
            .filter(cell -> cell.inner() == inner && cell.outer() == Wrapper.LEVELS)
            .findFirst();
    if (task.strategy().disk().folder().isPresent() && against.isPresent()) {
      String option = task.strategy().disk().site().isPresent() ? "--cluster" : "--disk";
      throw new InvalidInputException(
          option + " is not for " + task.title() + ": " + against.get().reason(),
          "leave " + option + " out, or check without temporal properties");
    }
  }

  /** Why some of these wrappers are not applied to one another, in lines. */
  static List<String> account(Machine machine, Set<Wrapper> wanted) {
    return TABLE.stream()
        .filter(cell -> cell.machine() == machine && !cell.composes())
        .filter(cell -> wanted.contains(cell.inner()) && wanted.contains(cell.outer()))
        .map(Cell::account)
        .toList();
  }
}
