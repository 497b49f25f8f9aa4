// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.source.InvalidInputException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which reduction is sound for which kind of property on which machine, and why. */
final class SoundnessTable {
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

  /** Reductions, the machine, whether they are sound, for which kinds of properties, and why. */
  static final List<Cell> TABLE =
      """
      partial-order | relaxed | sound | steps | Valmari, Stop it, and be stubborn! (2015): \
      conditions D and S
      partial-order | relaxed | sound | invariants | Valmari, A stubborn attack on state \
      explosion (1992): condition V, as all that writes what an invariant reads conflicts
      partial-order | relaxed | sound | ends, final-states | Valmari, Stubborn sets for reduced \
      state space generation (1989): no state without a step is lost
      partial-order | relaxed | sound | temporal | Peled, Combining partial order reductions with \
      on-the-fly model-checking (1994): formulas without next; steps that atoms see are not put \
      off, and on every cycle some state takes all its steps
      partial-order | relaxed | unsound | races | docs/machine.md: a race is a state in which two \
      accesses may go, and not every such state is kept
      partial-order | relaxed | unsound | fair | Peled, All from one, one for all (1993): a fair \
      run may have no fair one among those kept
      partial-order | relaxed | unsound | next | Lamport, What good is temporal logic? (1983): \
      next counts steps that nobody sees
      symmetry | relaxed | sound | steps, invariants, ends, races | Emerson and Sistla, Symmetry \
      and model checking (1996): what the property reads is not exchanged
      symmetry | relaxed | unsound | final-states | Emerson and Sistla, Symmetry and model \
      checking (1996): of final states that are alike only one is met
      symmetry | relaxed | unsound | temporal, fair, next | Emerson and Sistla, Utilizing \
      symmetry when model checking under fairness assumptions (1997): a cycle of the smaller \
      system need not be one of the system
      dropping, sharing | relaxed | sound | steps, invariants, ends | docs/memory-sharing.md: \
      only cells are dropped or shared that no load and no property reads differently
      dropping, sharing | relaxed | unsound | final-states | docs/memory-sharing.md: a final \
      state is what each thread's memory holds
      dropping, sharing | relaxed | unsound | races | docs/machine.md: a race is a state in which \
      two accesses may go, and not every such state is kept
      dropping, sharing | relaxed | unsound | temporal, fair, next | docs/memory-sharing.md: \
      fairness counts the step in which a store is reflected
      reduction | promela | sound | steps, ends, temporal, fair | Kurshan, Levin, Minea, Peled \
      and Yenigün, Static partial order reduction (1998): steps that no other process sees, and \
      no cycle of them alone
      reduction | promela | unsound | next | Lamport, What good is temporal logic? (1983): next \
      counts steps that nobody sees
      reduction | promela | unsound | acceptance | Holzmann and Peled, An improvement in formal \
      verification (1994): acceptance labels and never claims see each step
      """
          .lines()
          .flatMap(SoundnessTable::cells)
          .toList();

  private SoundnessTable() {}

  private static Stream<Cell> cells(String line) {
    String[] fields = line.split(" \\| ", -1);
    return Stream.of(fields[0].split(", ", -1))
        .flatMap(
            reduction ->
                Stream.of(fields[3].split(", ", -1))
                    .map(
                        kind ->
                            new Cell(
                                Optimisation.of(reduction),
                                Machine.valueOf(constant(fields[1])),
                                Kind.valueOf(constant(kind)),
                                fields[2].equals("sound"),
                                fields[4])));
  }

  /** The name of the constant of an enum that a word stands for. */
  static String constant(String word) {
    return word.toUpperCase(Locale.ROOT).replace('-', '_');
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
