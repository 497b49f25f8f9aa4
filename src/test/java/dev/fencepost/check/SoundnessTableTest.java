// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.SoundnessTable.Cell;
import dev.fencepost.check.SoundnessTable.Kind;
import dev.fencepost.check.SoundnessTable.Machine;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SoundnessTableTest {
  private static final Set<Kind> OF_PROMELA =
      EnumSet.of(Kind.STEPS, Kind.ENDS, Kind.TEMPORAL, Kind.FAIR, Kind.NEXT, Kind.ACCEPTANCE);
  private static final Set<Kind> OF_PROGRAMS = EnumSet.complementOf(EnumSet.of(Kind.ACCEPTANCE));

  private static List<Cell> cells(Optimisation reduction, Machine machine) {
    return SoundnessTable.TABLE.stream()
        .filter(cell -> cell.reduction() == reduction && cell.machine() == machine)
        .toList();
  }

  @Test
  void everyReductionHasOneCellForEveryKindOfProperty() {
    for (Optimisation reduction : Optimisation.values()) {
      for (Machine machine : Machine.values()) {
        List<Cell> cells = cells(reduction, machine);
        Set<Kind> kinds = machine == Machine.RELAXED ? OF_PROGRAMS : OF_PROMELA;
        if (!cells.isEmpty()) {
          assertThat(cells).extracting(Cell::kind).containsExactlyInAnyOrderElementsOf(kinds);
        }
      }
    }
    for (Optimisation reduction : SoundnessTable.INSISTED) {
      assertThat(cells(reduction, Machine.RELAXED)).isNotEmpty();
    }
  }

  @Test
  void everyCellHasItsReasonInOneLine() {
    assertThat(SoundnessTable.TABLE)
        .allSatisfy(cell -> assertThat(cell.reason()).contains(": ").doesNotContain("\n"));
  }

  @Test
  void nextIsKeptByNoReduction() {
    assertThat(SoundnessTable.TABLE)
        .filteredOn(cell -> cell.kind() == Kind.NEXT)
        .noneMatch(Cell::sound);
  }

  @Test
  void whatIsInsistedOnExcludesTheRest() {
    CheckTask task = CheckTask.of("a.c", "sc");
    CheckTask insists = task.withStrategy(task.strategy().with(List.of(Optimisation.SYMMETRY)));
    Set<Kind> steps = EnumSet.of(Kind.STEPS);
    assertThat(SoundnessTable.uses(task, Optimisation.PARTIAL_ORDER, Machine.RELAXED, steps))
        .isTrue();
    assertThat(SoundnessTable.uses(insists, Optimisation.PARTIAL_ORDER, Machine.RELAXED, steps))
        .isFalse();
    assertThat(SoundnessTable.uses(insists, Optimisation.DROPPING, Machine.RELAXED, steps))
        .isTrue();
  }
}
