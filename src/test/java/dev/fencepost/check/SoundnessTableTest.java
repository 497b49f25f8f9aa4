// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.SoundnessTable.Cell;
import dev.fencepost.check.SoundnessTable.Kind;
import dev.fencepost.check.SoundnessTable.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
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
    for (Optimisation reduction : Optimisation.REDUCTIONS) {
      assertThat(cells(reduction, Machine.RELAXED)).isNotEmpty();
    }
  }

  @Test
  void everyCellHasItsReasonInOneLine() {
    assertThat(SoundnessTable.TABLE)
        .allSatisfy(cell -> assertThat(cell.reason()).contains(": ").doesNotContain("\n"));
  }

  @Test
  void theTableOfTheDocsIsThisOne() throws IOException {
    List<List<String>> rows =
        Files.readAllLines(Path.of("docs/machine.md")).stream()
            .filter(line -> line.startsWith("| "))
            .map(line -> Arrays.stream(line.split("\\|")).skip(1).map(String::strip).toList())
            .toList();
    int header = rows.indexOf(columns());
    assertThat(header).as("docs/machine.md has the columns %s", columns()).isNotNegative();
    for (Kind kind : OF_PROGRAMS) {
      List<String> row = rows.get(header + 1 + kind.ordinal());
      assertThat(row.getFirst()).as("the row of docs/machine.md").isEqualTo(kind.words());
      for (int i = 0; i < Optimisation.REDUCTIONS.size(); i++) {
        boolean unsound =
            SoundnessTable.against(Optimisation.REDUCTIONS.get(i), Machine.RELAXED, Set.of(kind))
                .isPresent();
        assertThat(row.get(i + 1)).as("%s", row).startsWith(unsound ? "unsound: " : "sound");
      }
    }
  }

  private static List<String> columns() {
    Stream<String> reductions = Optimisation.REDUCTIONS.stream().map(Optimisation::word);
    return Stream.concat(Stream.of("property"), reductions).toList();
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
