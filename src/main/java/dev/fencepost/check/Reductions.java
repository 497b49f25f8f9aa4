// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.product.Fairness;
import dev.fencepost.property.Property;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.List;

/** Which reduction is sound with which kind of property and fairness, and why. */
final class Reductions {
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

  private static final String QUOTIENT =
      "Emerson and Sistla, Symmetry and model checking (1996): what the property reads is not"
          + " exchanged";
  private static final String UP_TO =
      "Emerson and Sistla, Symmetry and model checking (1996): of final states that are alike only"
          + " one is met";
  private static final String FAIR_QUOTIENT =
      "Emerson and Sistla, Utilizing symmetry when model checking under fairness assumptions"
          + " (1997): a cycle of the smaller system need not be one of the system";

  /** The optimisations that leave out states. */
  static final List<Optimisation> ALL = List.of(Optimisation.PARTIAL_ORDER, Optimisation.SYMMETRY);

  /** What is checked, as far as it matters to reductions. */
  enum Kind {
    /** Assertions, run-time errors and marks: what one thread does in a step. */
    STEPS,
    INVARIANTS,
    /** Deadlocks and final conditions. */
    ENDS,
    /** The set of all final states, which litmus tests ask for. */
    FINAL_STATES,
    TEMPORAL
  }

  /**
   * A cell of the table.
   *
   * @param reason the paper that says so
   */
  record Cell(Optimisation reduction, Kind kind, Fairness fairness, boolean sound, String reason) {}

  /** Fairness tells infinite runs apart, so only temporal properties ask for it. */
  static final List<Cell> TABLE =
      List.of(
          new Cell(Optimisation.PARTIAL_ORDER, Kind.STEPS, Fairness.NONE, true, VALMARI),
          new Cell(Optimisation.PARTIAL_ORDER, Kind.INVARIANTS, Fairness.NONE, true, VISIBLE),
          new Cell(Optimisation.PARTIAL_ORDER, Kind.ENDS, Fairness.NONE, true, DEADLOCKS),
          new Cell(Optimisation.PARTIAL_ORDER, Kind.FINAL_STATES, Fairness.NONE, true, DEADLOCKS),
          new Cell(Optimisation.PARTIAL_ORDER, Kind.TEMPORAL, Fairness.NONE, true, CYCLES),
          new Cell(Optimisation.PARTIAL_ORDER, Kind.TEMPORAL, Fairness.WEAK, false, FAIRNESS),
          new Cell(Optimisation.SYMMETRY, Kind.STEPS, Fairness.NONE, true, QUOTIENT),
          new Cell(Optimisation.SYMMETRY, Kind.INVARIANTS, Fairness.NONE, true, QUOTIENT),
          new Cell(Optimisation.SYMMETRY, Kind.ENDS, Fairness.NONE, true, QUOTIENT),
          new Cell(Optimisation.SYMMETRY, Kind.FINAL_STATES, Fairness.NONE, false, UP_TO),
          new Cell(Optimisation.SYMMETRY, Kind.TEMPORAL, Fairness.NONE, false, FAIR_QUOTIENT),
          new Cell(Optimisation.SYMMETRY, Kind.TEMPORAL, Fairness.WEAK, false, FAIR_QUOTIENT));

  private Reductions() {}

  /** The reductions that are not sound for a kind of properties, under whatever fairness. */
  static List<Optimisation> unsound(Kind kind) {
    return TABLE.stream()
        .filter(cell -> cell.kind() == kind && !cell.sound())
        .map(Cell::reduction)
        .distinct()
        .toList();
  }

  /** Refuses a task that insists on a reduction that is not sound for it. */
  static void require(CheckTask task, RelaxedMachine machine) throws InvalidInputException {
    for (Optimisation reduction : task.strategy().with()) {
      List<Cell> cells = TABLE.stream().filter(cell -> cell.reduction() == reduction).toList();
      if (cells.isEmpty()) {
        refuse(
            "'" + reduction.word() + "' is no reduction",
            "--with takes partial-order and symmetry");
      }
      if (task.ltl().isPresent()) {
        Fairness fairness = task.ltl().get().fair() ? Fairness.WEAK : Fairness.NONE;
        for (Cell cell : cells) {
          if (cell.kind() == Kind.TEMPORAL && cell.fairness() == fairness && !cell.sound()) {
            refuse(reduction.word() + " is not sound for temporal properties", cell.reason());
          }
        }
      }
      boolean apart =
          task.ltl().isPresent()
              ? machine.temporalActions().isPresent()
              : machine.tellsActionsApart();
      if (!apart) {
        refuse(
            reduction.word() + " does not apply to this memory model",
            "it has general laws or speculation, or stores to one cell may pass each other: steps"
                + " are not told apart then");
      }
    }
  }

  /** Refuses a reduction that does not keep what a formula tells apart. */
  static void require(CheckTask task, Property.Temporal property) throws InvalidInputException {
    if (!task.strategy().with().isEmpty() && property.formula().usesNext()) {
      refuse(
          "partial-order is not sound for formulas with next",
          "Lamport, What good is temporal logic? (1983): next counts steps that nobody sees");
    }
  }

  private static void refuse(String message, String hint) throws InvalidInputException {
    throw new InvalidInputException(new Diagnostic(SourceSpan.NONE, message, hint));
  }
}
