// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.SoundnessTable.Machine;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Which wrapper of a machine is applied to which other, and why. {@link SoundnessTable} says which
 * properties each one keeps.
 */
final class CompositionTable {

  /** What is made of a machine. */
  enum Wrapper {
    COLLAPSE,
    PARTIAL_ORDER,
    SYMMETRY,
    /** With the automaton of a negated formula. */
    PRODUCT,
    /** The judgement of runs by acceptance labels. */
    ACCEPTANCE,
    /** A search by levels, in runs on disk. */
    LEVELS;

    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
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

    private static Cell of(String line) {
      String[] fields = line.split(" *\\| ", -1);
      return new Cell(
          Machine.valueOf(SoundnessTable.constant(fields[0])),
          Wrapper.valueOf(SoundnessTable.constant(fields[1])),
          Wrapper.valueOf(SoundnessTable.constant(fields[2])),
          fields[3].equals("yes"),
          fields[4]);
    }

    String account() {
      return inner.word() + " does not compose with " + outer.word() + ": " + reason;
    }
  }

  /** The machine, the inner and the outer wrapper, whether they compose, and why. */
  static final List<Cell> TABLE =
      """
      relaxed | collapse      | partial-order | no  | stubborn sets compare the windows of all threads, which identifiers hide
      relaxed | collapse      | symmetry      | no  | a canonical form permutes threads and cells of whole states
      relaxed | collapse      | product       | no  | fairness to a thread's oldest store is noted in a step, which a memo table skips
      relaxed | symmetry      | partial-order | yes | Emerson, Jha and Peled, Combining partial order and symmetry reductions (1997)
      relaxed | partial-order | product       | yes | Peled, Combining partial order reductions with on-the-fly model-checking (1994)
      relaxed | symmetry      | product       | no  | a cycle of canonical forms need not be a cycle of states
      relaxed | collapse      | levels        | yes | words keep their order when their fields get wider
      relaxed | partial-order | levels        | yes | the proviso is in the state and not in the order of the search
      relaxed | symmetry      | levels        | yes | canonical forms are sorted as states are
      relaxed | product       | levels        | no  | an accepting cycle has states of many levels
      promela | collapse      | partial-order | yes | the local state alone says whether the steps of a process are an ample set
      promela | collapse      | product       | yes | the state of the automaton stands beside the identifiers
      promela | partial-order | product       | yes | Kurshan et al., Static partial order reduction (1998)
      promela | collapse      | acceptance    | no  | acceptance labels are read in whole states
      promela | partial-order | acceptance    | no  | acceptance labels and never claims see each step
      promela | collapse      | levels        | yes | words keep their order when their fields get wider
      promela | partial-order | levels        | yes | the local state alone says what an ample set is, in any order of the search
      promela | product       | levels        | no  | an accepting cycle has states of many levels
      promela | acceptance    | levels        | no  | an acceptance cycle has states of many levels
      """
          .lines()
          .map(Cell::of)
          .toList();

  private CompositionTable() {}

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
