// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.ltl.LtlFormula;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.mapping.ProcessorForm;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.reference.runahead.Cpu;
import dev.fencepost.reference.runahead.RunAheadMachine;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Processors that run ahead, on random programs: the machine, which keeps what loads may still read
 * in a canonical form, against the plain one, which keeps the whole history. {@code
 * -Dfencepost.seed=N} for other programs, {@code -Dfencepost.programs=N} for so many.
 */
class RunAheadAgreementTest {
  private static final int PROGRAMS =
      Integer.getInteger("fencepost.programs", Boolean.getBoolean("fencepost.full") ? 4_000 : 100);

  private static final int STATES = 4_000;
  private static final int WINDOW = 64;

  @ParameterizedTest
  @EnumSource(Cpu.class)
  void finalStatesAreThoseOfThePlainMachine(Cpu cpu) {
    long seed = Long.getLong("fencepost.seed", 1);
    int compared = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      RandomProgram program = new RandomReaders(seed * 1_000_003 + i, false).next();
      String difference = difference(program, cpu);
      if (difference.startsWith("plain")) {
        RandomProgram small = program.shrink(p -> difference(p, cpu).startsWith("plain"));
        assertThat("program " + i + ": " + difference(small, cpu) + small).isEmpty();
      }
      compared += difference.isEmpty() ? 1 : 0;
    }
    assertThat(compared).isGreaterThan(PROGRAMS / 3);
  }

  /** Also with loops and assertions; a machine for temporal properties keeps all steps. */
  @ParameterizedTest
  @EnumSource(Cpu.class)
  void loadsThatNeedNotReadLateChangeNoOutcome(Cpu cpu) throws LimitException {
    long seed = Long.getLong("fencepost.seed", 1);
    LtlFormula formula = new LtlFormula.True();
    Property all = new Property.Temporal("all", formula, List.of(), SourceSpan.NONE);
    int compared = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      RandomProgram program = new RandomReaders(seed * 1_000_003 + i, true).next();
      CheckedProgram checked = program.checked();
      List<Property> properties = new ArrayList<>(checked.properties());
      properties.add(all);
      ReferenceResult few = explored(checked, cpu);
      ReferenceResult whole = explored(new CheckedProgram(checked.program(), properties), cpu);
      if (few.complete() && whole.complete()) {
        assertThat(few.violations().isEmpty())
            .as("program %d: %s", i, program)
            .isEqualTo(whole.violations().isEmpty());
        assertThat(few.violations().isEmpty() ? few.finals() : whole.finals())
            .as("program %d: %s", i, program)
            .isEqualTo(whole.finals());
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(PROGRAMS / 2);
  }

  private static ReferenceResult explored(CheckedProgram checked, Cpu cpu) throws LimitException {
    return new RealMachine(checked, model(cpu), new MachineOptions(12)).explore(STATES);
  }

  private static MemoryModel model(Cpu cpu) {
    return BuiltInModels.named(cpu == Cpu.ARMV8 ? "armv8" : "riscv").orElseThrow();
  }

  private static String difference(RandomProgram program, Cpu cpu) {
    MemoryModel model = model(cpu);
    CheckedProgram checked = program.checked();
    try {
      CheckedProgram form = ProcessorForm.of(checked, model);
      Set<List<Long>> plain = new RunAheadMachine(form.program(), cpu, STATES).finals();
      ReferenceResult real =
          new RealMachine(checked, model, new MachineOptions(WINDOW)).explore(STATES);
      return !real.complete()
          ? "too large"
          : plain.equals(real.finals()) ? "" : "plain " + plain + " real " + real.finals() + "\n";
    } catch (LimitException | IllegalStateException | IllegalArgumentException e) {
      return "not compared: " + e.getMessage();
    }
  }
}
