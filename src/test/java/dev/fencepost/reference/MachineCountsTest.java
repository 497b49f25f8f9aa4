// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.reduction.PartialOrderReduction;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the machine finds on small random programs stays as a file has it: under each model the
 * states, a checksum of final states, violations and marks, and the states of partial order. A line
 * begins with the number of its program. The programs are small, for mutation testing asks them
 * many times. {@code -Dfencepost.docs=update} writes the file, where the reference machine finds
 * the same.
 */
class MachineCountsTest {
  private static final boolean UPDATE = "update".equals(System.getProperty("fencepost.docs"));
  private static final Path FILE = Path.of("src/test/resources/machine/counts.txt");
  private static final int STATES = 300;
  private static final int WINDOW = 6;
  private static final List<MemoryModel> MODELS =
      Stream.of(
              "sc",
              "tso",
              "pso-no",
              "rmo-full",
              "rmo-no",
              "rmo-v9",
              "tso-nmca",
              "rmo-nmca-no",
              "rmo-cumulative",
              "itanium",
              "upc",
              "armv8",
              "riscv",
              "power")
          .map(name -> BuiltInModels.named(name).orElseThrow())
          .toList();
  private static final List<String> LINES = new ArrayList<>();

  static Stream<String> expected() throws IOException {
    return Files.readAllLines(FILE).stream();
  }

  @ParameterizedTest
  @MethodSource("expected")
  void statesAndOutcomesAreThoseOfTheFile(String line) {
    int number = Integer.parseInt(line.substring(0, line.indexOf(' ')));
    RandomProgram program = program(number);
    List<String> columns = new ArrayList<>(List.of(Integer.toString(number)));
    for (MemoryModel model : MODELS) {
      columns.add(model.name() + " " + counts(program.checked(), model));
      if (UPDATE && ReferenceModels.all().contains(model)) {
        assertThat(new MachineComparison(STATES).difference(program, model)).isEmpty();
      }
    }
    String found = String.join(" | ", columns);
    if (UPDATE) {
      LINES.add(found);
    } else {
      assertThat(found).isEqualTo(line);
    }
  }

  @AfterAll
  static void update() throws IOException {
    if (UPDATE) {
      Files.write(FILE, LINES);
    }
  }

  private static RandomProgram program(int number) {
    RandomPrograms programs = new RandomPrograms(number);
    return switch (number % 3) {
      case 0 -> programs.next();
      case 1 -> programs.nextOfFewAccesses();
      default -> new RandomReaders(number, number % 2 == 0).next();
    };
  }

  private static String counts(CheckedProgram program, MemoryModel model) {
    try {
      RelaxedMachine machine = new RelaxedMachine(program, model, new MachineOptions(WINDOW));
      ReferenceResult plain =
          new RealMachine(program, model, new MachineOptions(WINDOW)).explore(STATES);
      if (plain.states() > STATES) {
        return "-";
      }
      String reduced =
          machine.actions().isEmpty()
              ? "-"
              : text(new RealMachine(program, machine, MachineCountsTest::reduced).explore(STATES));
      return text(plain) + " " + reduced;
    } catch (LimitException e) {
      return e.getMessage();
    }
  }

  private static PartialOrderReduction reduced(RelaxedMachine machine) {
    return new PartialOrderReduction(machine.actions().orElseThrow());
  }

  private static String text(ReferenceResult result) {
    TreeSet<String> outcomes = new TreeSet<>(result.violations());
    result.marks().forEach(mark -> outcomes.add("mark " + mark));
    result.finals().forEach(state -> outcomes.add(state.toString()));
    CRC32 checksum = new CRC32();
    checksum.update((outcomes + " " + result.complete()).getBytes(StandardCharsets.UTF_8));
    return String.format(Locale.ROOT, "%d %x", result.states(), checksum.getValue());
  }
}
