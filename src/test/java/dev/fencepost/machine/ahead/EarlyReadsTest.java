// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.ahead;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.machine.StartedMachine;
import dev.fencepost.machine.step.CompiledMachine;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.BitSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The cells that a thread may read early, while its first load waits for its turn. */
class EarlyReadsTest {

  /** P0 has read nothing yet. P1 writes all cells. */
  private static String early(String model, String first, String behind)
      throws InvalidInputException, LimitException {
    StartedMachine started =
        StartedMachine.ofThreads(
            model,
            first + " | " + behind,
            "STR W1,[X20] | STR W1,[X21] | STR W1,[X22] | STR W1,[X23]");
    CompiledMachine machine = started.machine();
    BitSet cells =
        new EarlyReads(machine.program, machine.rules, machine.checked.footprints())
            .of(0, started.state().threads[0]);
    return Stream.of("w", "x", "y", "z")
        .filter(name -> cells.get(started.cell(name)))
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '!',
      emptyValue = "",
      value = {
        // the first load is under way, and so is one beside it: both read now or later
        "LDR W6,[X22]                                                     ! ''",
        "CBZ W5,L | LDR W6,[X22] | L:                                     ! y",
        "CBZ W5,L | LDR W6,[X22] | L: | LDR W7,[X23]                      ! y z",
        "CBZ W5,L | LDR W6,[X22] | B M | L: | LDR W6,[X23] | M:           ! y z",
        // what holds loads back
        "CBZ W5,L | L: | ISB | LDR W6,[X22]                               ! ''",
        "DMB LD | CBZ W5,L | L: | LDR W6,[X22]                            ! ''",
        "DMB ST | CBZ W5,L | L: | LDR W6,[X22]                            ! y",
        "CBZ W5,L | LDR W6,[X22] | L: | DMB SY | LDR W7,[X23]             ! y",
        "CBZ W5,L | LDAR W6,[X22] | L: | LDR W7,[X23]                     ! y z",
        // addresses that are known late
        "EOR W6,W5,W5 | CBZ W5,L | L: | LDR W7,[X22,W6,SXTW]              ! ''",
        "EOR W6,W5,W5 | LDR W7,[X22,W6,SXTW] | CBZ W5,L | L: | LDR W8,[X23] ! z",
        "CBZ W5,L | L: | MOV W5,#0 | LDR W7,[X22,W5,SXTW]                 ! y",
        "CBZ W5,L | L: | LDR W6,[X22] | EOR W6,W6,W6 | LDR W7,[X23,W6,SXTW] ! y z",
        // stores are late, loads that depend on nothing of theirs are not
        "CBZ W5,L | L: | STR W1,[X22] | LDR W6,[X23]                      ! z",
        "CBZ W5,L | L: | STLR W1,[X22] | LDAR W6,[X23]                    ! ''",
        "CBZ W5,L | L: | STLR W1,[X22] | LDR W6,[X23]                     ! z",
      })
  void areOfLoadsThatNothingHoldsBack(String behind, String cells)
      throws InvalidInputException, LimitException {
    assertThat(early("armv8", "LDR W5,[X21]", behind)).isEqualTo(cells);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"LDR, y", "LDAR, ''", "LDAPR, ''"})
  void noneComesBeforeAnAcquire(String load, String cells)
      throws InvalidInputException, LimitException {
    assertThat(early("armv8", load + " W5,[X21]", "CBZ W5,L | L: | LDR W6,[X22]")).isEqualTo(cells);
  }
}
