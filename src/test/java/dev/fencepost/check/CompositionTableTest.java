// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CompositionTable.Cell;
import dev.fencepost.check.CompositionTable.Wrapper;
import dev.fencepost.check.SoundnessTable.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CompositionTableTest {
  private static final Set<Wrapper> OF_PROGRAMS =
      EnumSet.complementOf(EnumSet.of(Wrapper.ACCEPTANCE));
  private static final Set<Wrapper> OF_PROMELA = EnumSet.complementOf(EnumSet.of(Wrapper.SYMMETRY));

  @Test
  void everyTwoWrappersOfAMachineHaveOneCell() {
    for (Machine machine : Machine.values()) {
      Set<Wrapper> wrappers = machine == Machine.RELAXED ? OF_PROGRAMS : OF_PROMELA;
      for (Wrapper one : wrappers) {
        for (Wrapper other : wrappers) {
          Set<Wrapper> pair = EnumSet.of(one, other);
          // labels take the place of an automaton
          boolean meet =
              one != other && !pair.equals(EnumSet.of(Wrapper.PRODUCT, Wrapper.ACCEPTANCE));
          assertThat(CompositionTable.TABLE)
              .filteredOn(cell -> cell.machine() == machine)
              .filteredOn(cell -> pair.equals(Set.of(cell.inner(), cell.outer())))
              .as("%s on %s", pair, machine)
              .hasSize(meet ? 1 : 0);
        }
      }
    }
  }

  @Test
  void everyReductionIsAWrapper() {
    assertThat(Optimisation.REDUCTIONS)
        .extracting(Optimisation::name)
        .isSubsetOf(Arrays.stream(Wrapper.values()).map(Wrapper::name).toList());
  }

  @Test
  void everyReasonIsOneLineThatTheDocsHave() throws IOException {
    String docs = Files.readString(Path.of("docs/machine.md"));
    for (Cell cell : CompositionTable.TABLE) {
      assertThat(cell.reason()).doesNotContain("\n");
      assertThat(docs)
          .contains(
              "| "
                  + cell.inner().word()
                  + ", "
                  + cell.outer().word()
                  + " | "
                  + (cell.machine() == Machine.RELAXED ? "C" : "Promela")
                  + " | "
                  + (cell.composes() ? "yes" : "no")
                  + ": "
                  + cell.reason()
                  + " |");
    }
  }

  @Test
  void onlyPairsThatAreWantedAndDoNotComposeAreNamed() {
    Set<Wrapper> reductions = EnumSet.of(Wrapper.PARTIAL_ORDER, Wrapper.SYMMETRY);
    assertThat(CompositionTable.account(Machine.RELAXED, reductions)).isEmpty();
    assertThat(
            CompositionTable.account(
                Machine.RELAXED, EnumSet.of(Wrapper.COLLAPSE, Wrapper.SYMMETRY)))
        .singleElement()
        .asString()
        .startsWith("collapse does not compose with symmetry: ");
  }
}
