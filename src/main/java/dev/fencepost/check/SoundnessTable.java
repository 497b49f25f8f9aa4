// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Which reduction is sound for which kind of property on which machine, and why. */
final class SoundnessTable {
  private static final String VALMARI =
      "Valmari, Stop it, and be stubborn! (2015): conditions D and S";
  private static final String VISIBLE =
      "Valmari, A stubborn attack on state explosion (1992): condition V, as all that writes what"
          + " an invariant reads conflicts";
  private static final String DEADLOCKS =
      "Valmari, Stubborn sets for reduced state space generation (1989): no state without a step is"
          + " lost";
  private static final String CYCLES =
      "Peled, Combining partial order reductions with on-the-fly model-checking (1994): formulas"
          + " without next; steps that atoms see are not put off, and on every cycle some state"
          + " takes all its steps";
  private static final String FAIRNESS =
      "Peled, All from one, one for all (1993): a fair run may have no fair one among those kept";
  private static final String COUNTED =
      "Lamport, What good is temporal logic? (1983): next counts steps that nobody sees";
  private static final String QUOTIENT =
      "Emerson and Sistla, Symmetry and model checking (1996): what the property reads is not"
          + " exchanged";
  private static final String UP_TO =
      "Emerson and Sistla, Symmetry and model checking (1996): of final states that are alike only"
          + " one is met";
  private static final String FAIR_QUOTIENT =
      "Emerson and Sistla, Utilizing symmetry when model checking under fairness assumptions"
          + " (1997): a cycle of the smaller system need not be one of the system";
  private static final String UNREAD =
      "docs/memory-sharing.md: only cells are dropped or shared that no load and no property reads"
          + " differently";
  private static final String EACH_MEMORY =
      "docs/memory-sharing.md: a final state is what each thread's memory holds";
  private static final String REFLECTIONS =
      "docs/memory-sharing.md: fairness counts the step in which a store is reflected";
  private static final String AT_ONCE =
      "docs/machine.md: a race is a state in which two accesses may go, and not every such state is"
          + " kept";
  private static final String STATIC =
      "Kurshan, Levin, Minea, Peled and Yenigün, Static partial order reduction (1998): steps that"
          + " no other process sees, and no cycle of them alone";
  private static final String LABELS =
      "Holzmann and Peled, An improvement in formal verification (1994): acceptance labels and"
          + " never claims see each step";

  /** What runs. */
  enum Machine {
    RELAXED,
    PROMELA
  }

  /** What is checked. */
  enum Kind {
    /** What one thread does in a step. */
    STEPS("assertions, run-time errors and marks"),
    INVARIANTS("invariants"),
    ENDS("deadlocks and final conditions"),
    /** Litmus tests ask for all of them. */
    FINAL_STATES("the set of final states"),
    RACES("data races"),
    TEMPORAL("temporal properties"),
    FAIR("temporal properties over fair runs"),
    NEXT("formulas with next"),
    ACCEPTANCE("acceptance cycles");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /**
   * A cell of the table.
   *
   * @param reason one line, with its source
   */
  record Cell(Optimisation reduction, Machine machine, Kind kind, boolean sound, String reason) {

    /** Why the reduction is not used. */
    String refusal() {
      return reduction.word() + " is not sound for " + kind.words;
    }
  }

  static final List<Cell> TABLE = table();

  private SoundnessTable() {}

  private static List<Cell> table() {
    Table table = new Table();
    table.of(Optimisation.PARTIAL_ORDER, Machine.RELAXED);
    table.sound(VALMARI, Kind.STEPS);
    table.sound(VISIBLE, Kind.INVARIANTS);
    table.sound(DEADLOCKS, Kind.ENDS, Kind.FINAL_STATES);
    table.sound(CYCLES, Kind.TEMPORAL);
    table.unsound(AT_ONCE, Kind.RACES);
    table.unsound(FAIRNESS, Kind.FAIR);
    table.unsound(COUNTED, Kind.NEXT);
    table.of(Optimisation.SYMMETRY, Machine.RELAXED);
    table.sound(QUOTIENT, Kind.STEPS, Kind.INVARIANTS, Kind.ENDS, Kind.RACES);
    table.unsound(UP_TO, Kind.FINAL_STATES);
    table.unsound(FAIR_QUOTIENT, Kind.TEMPORAL, Kind.FAIR, Kind.NEXT);
    for (Optimisation memories : List.of(Optimisation.DROPPING, Optimisation.SHARING)) {
      table.of(memories, Machine.RELAXED);
      table.sound(UNREAD, Kind.STEPS, Kind.INVARIANTS, Kind.ENDS);
      table.unsound(EACH_MEMORY, Kind.FINAL_STATES);
      table.unsound(AT_ONCE, Kind.RACES);
      table.unsound(REFLECTIONS, Kind.TEMPORAL, Kind.FAIR, Kind.NEXT);
    }
    table.of(Optimisation.REDUCTION, Machine.PROMELA);
    table.sound(STATIC, Kind.STEPS, Kind.ENDS, Kind.TEMPORAL, Kind.FAIR);
    table.unsound(COUNTED, Kind.NEXT);
    table.unsound(LABELS, Kind.ACCEPTANCE);
    return List.copyOf(table.cells);
  }

  /** The table while it is written down. */
  private static final class Table {
    private final List<Cell> cells = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // of sets both before a cell is added
    private Optimisation reduction;

    @SuppressWarnings("NullAway.Init")
    private Machine machine;

    void of(Optimisation newReduction, Machine newMachine) {
      reduction = newReduction;
      machine = newMachine;
    }

    void sound(String reason, Kind... kinds) {
      for (Kind kind : kinds) {
        cells.add(new Cell(reduction, machine, kind, true, reason));
      }
    }

    void unsound(String reason, Kind... kinds) {
      for (Kind kind : kinds) {
        cells.add(new Cell(reduction, machine, kind, false, reason));
      }
    }
  }

  /** The cell that forbids a reduction for some kinds of properties, if there is one. */
  static Optional<Cell> against(Optimisation reduction, Machine machine, Set<Kind> kinds) {
    for (Cell cell : TABLE) {
      boolean asked = cell.reduction() == reduction && cell.machine() == machine;
      if (asked && !cell.sound() && kinds.contains(cell.kind())) {
        return Optional.of(cell);
      }
    }
    return Optional.empty();
  }

  /** Whether the task leaves a reduction on, and it is sound for these kinds of properties. */
  static boolean uses(CheckTask task, Optimisation reduction, Machine machine, Set<Kind> kinds) {
    List<Optimisation> with = task.strategy().with();
    boolean wanted =
        Optimisation.REDUCTIONS.contains(reduction) && !with.isEmpty()
            ? with.contains(reduction)
            : !task.strategy().without().contains(reduction);
    return wanted && against(reduction, machine, kinds).isEmpty();
  }

  /** Refuses a task whose {@code --with} names an unsound reduction. */
  static void require(CheckTask task, Set<Kind> kinds) throws InvalidInputException {
    for (Optimisation reduction : task.strategy().with()) {
      if (!Optimisation.REDUCTIONS.contains(reduction)) {
        throw new InvalidInputException(
            "'" + reduction.word() + "' is no reduction",
            "--with takes " + words(Optimisation.REDUCTIONS));
      }
      Optional<Cell> cell = against(reduction, Machine.RELAXED, kinds);
      if (cell.isPresent()) {
        throw new InvalidInputException(cell.get().refusal(), cell.get().reason());
      }
    }
  }

  /** Why a reduction is used or not, in a line. */
  static String account(CheckTask task, Optimisation reduction, Machine machine, Set<Kind> kinds) {
    Optional<Cell> cell = against(reduction, machine, kinds);
    if (cell.isPresent()) {
      return cell.get().refusal() + ": " + cell.get().reason();
    }
    if (!uses(task, reduction, machine, kinds)) {
      return reduction.word() + " is switched off";
    }
    return TABLE.stream()
        .filter(each -> each.reduction() == reduction && each.machine() == machine)
        .filter(each -> kinds.contains(each.kind()))
        .map(Cell::reason)
        .distinct()
        .collect(Collectors.joining("; ", reduction.word() + " is sound: ", ""));
  }

  /** The names of reductions, as text. */
  static String words(List<Optimisation> reductions) {
    return reductions.stream().map(Optimisation::word).collect(Collectors.joining(" and "));
  }
}
