// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.runahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.fencepost.frontend.litmus.FinalStates;
import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.frontend.litmus.Outcome;
import dev.fencepost.source.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RunAheadMachineTest {
  private static final Path CORPUS = Path.of("../shared/litmus-cpu");
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");

  /** In the usual run, one test in so many. */
  private static final int SAMPLE = 12;

  private static final int LIMIT = 150_000;

  /** What P1 does between reading y, which P0 writes after x, and reading x. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '!',
      value = {
        "nothing                  ! NOP                                    ! ALLOWED",
        "a fence of loads         ! DMB LD                                 ! FORBIDDEN",
        "a fence of stores        ! DMB ST                                 ! ALLOWED",
        "a branch                 ! CBNZ X0,L; L:                          ! ALLOWED",
        "a branch and an isb      ! CBNZ X0,L; L: ISB                      ! FORBIDDEN",
        "an isb alone             ! ISB                                    ! ALLOWED",
        "an address               ! EOR X5,X0,X0; ADD X3,X3,X5             ! FORBIDDEN",
        "a store behind a branch  ! CBNZ X0,L; L: MOV X6,#1; STR X6,[X7]; LDR X8,[X7]; EOR"
            + " X9,X8,X8; ADD X3,X3,X9                                               ! ALLOWED",
        "a store of the value     ! STR X0,[X7]; LDR X8,[X7]; EOR X9,X8,X8; ADD X3,X3,X9 !"
            + " FORBIDDEN",
        "an exclusive pair        ! CBNZ X0,L; L: LDXR X8,[X7]; STXR W9,X8,[X7]; CBNZ W9,M; M:"
            + "                                                             ! ALLOWED",
      })
  void armPassesMessages(String name, String between, Outcome outcome)
      throws InvalidInputException {
    List<String> reader = new ArrayList<>(List.of("LDR X0,[X1]"));
    for (String line : between.split(";", -1)) {
      reader.add(line.strip());
    }
    reader.add("LDR X2,[X3]");
    StringBuilder text =
        new StringBuilder("AArch64 message\n{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; 1:X7=z; }\n");
    List<String> writer = List.of("MOV X0,#1", "STR X0,[X1]", "DMB SY", "STR X0,[X3]");
    text.append("P0 | P1 ;\n");
    for (int i = 0; i < Math.max(writer.size(), reader.size()); i++) {
      text.append(i < writer.size() ? writer.get(i) : "").append(" | ");
      text.append(i < reader.size() ? reader.get(i) : "").append(" ;\n");
    }
    text.append("exists (1:X0=1 /\\ 1:X2=0)\n");
    assertThat(run(Cpu.ARMV8, LitmusFrontEnd.parse(name, text.toString())).outcome())
        .isEqualTo(outcome);
  }

  @Test
  void loadsOfOneCellStayInOrder() throws InvalidInputException {
    String text =
        """
        AArch64 CoRR
        { 0:X1=x; 1:X1=x; }
        P0 | P1 ;
        MOV X0,#1 | LDR X0,[X1] ;
        STR X0,[X1] | CBNZ X0,L ;
         | L: ;
         | LDR X2,[X1] ;
        exists (1:X0=1 /\\ 1:X2=0)
        """;
    assertThat(run(Cpu.ARMV8, LitmusFrontEnd.parse("CoRR", text)).outcome())
        .isEqualTo(Outcome.FORBIDDEN);
  }

  @ParameterizedTest
  @EnumSource(Cpu.class)
  void findsTheFinalStatesOfThePublicTests(Cpu cpu) throws IOException {
    assumeTrue(
        Files.isDirectory(CORPUS), "the public tests of processors are not beside the project");
    String folder = cpu == Cpu.ARMV8 ? "aarch64/" : "riscv/";
    List<String> differences = new ArrayList<>();
    int number = 0;
    int same = 0;
    int unread = 0;
    for (String line : Files.readAllLines(CORPUS.resolve("states.jsonl"))) {
      JsonObject row = JsonParser.parseString(line).getAsJsonObject();
      String file = row.get("file").getAsString();
      if (!file.startsWith(folder) || !FULL && number++ % SAMPLE != 0) {
        continue;
      }
      Set<String> expected = new TreeSet<>();
      for (JsonElement state : row.getAsJsonArray("states")) {
        expected.add(state.getAsString());
      }
      try {
        LitmusTest test = LitmusFrontEnd.parse(file, Files.readString(CORPUS.resolve(file)));
        Set<String> found = new TreeSet<>(run(cpu, test).texts());
        if (found.equals(expected)) {
          same++;
        } else {
          differences.add(file + ": " + found);
        }
      } catch (InvalidInputException | IllegalArgumentException e) {
        unread++;
      }
    }
    assertThat(differences).isEmpty();
    assertThat(same).isGreaterThan(FULL ? 1_000 : 80);
    // an endless loop, of which this machine would keep all writes
    assertThat(unread).isLessThan(3);
  }

  private static FinalStates run(Cpu cpu, LitmusTest test) {
    FinalStates found = new FinalStates(test);
    for (List<Long> memory : new RunAheadMachine(test.checked().program(), cpu, LIMIT).finals()) {
      found.add(List.of(memory.stream().mapToLong(Long::longValue).toArray()));
    }
    return found;
  }
}
