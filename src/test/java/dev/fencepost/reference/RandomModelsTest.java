// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.machine.order.LawOptions;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.reduction.PartialOrderReduction;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The machine's table of order under models of random laws, on random programs: against the laws
 * themselves, evaluated step by step as general ones, and where it knows them all against the
 * reference machine. {@code -Dfencepost.seed=N} for others, {@code -Dfencepost.models=N} for so
 * many.
 */
class RandomModelsTest {
  private static final int MODELS =
      Integer.getInteger("fencepost.models", Boolean.getBoolean("fencepost.full") ? 3_000 : 60);
  private static final int PROGRAMS = 4;
  private static final int STATES = 3_000;
  private static final int WINDOW = 64;
  private static final LawOptions NO_GUARDS = new LawOptions(false, true, true);
  private static final LawOptions NO_STAGES = new LawOptions(true, true, false);

  static LongStream seeds() {
    long first = Long.getLong("fencepost.seed", 1) * 1_000_003;
    return LongStream.range(first, first + MODELS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void tableAndLawsHaveTheSameFinalStates(long seed) throws InvalidInputException {
    String text = new RandomModels(seed).next(false);
    MemoryModel model = RandomModels.compile(text);
    assertThat(model.general()).as(text).isEmpty();
    for (int i = 0; i < PROGRAMS; i++) {
      RandomProgram program = new RandomPrograms(seed * PROGRAMS + i).next();
      if (DisguisedModelsTest.applies(program, model)) {
        assertThat(DisguisedModelsTest.difference(program, model, Disguise.MIXED, STATES))
            .as(text)
            .isEmpty();
      }
    }
  }

  /** Steps that the table forbids are taken, and their runs do not count. */
  @ParameterizedTest
  @MethodSource("seeds")
  void runsThatTheTableForbidsDoNotCount(long seed) throws InvalidInputException {
    String text = new RandomModels(seed).next(false);
    MemoryModel model = RandomModels.compile(text);
    MachineOptions options = new MachineOptions(WINDOW);
    RandomProgram program = new RandomPrograms(seed * PROGRAMS).next();
    if (!DisguisedModelsTest.applies(program, model)) {
      return;
    }
    for (LawOptions laws : List.of(NO_GUARDS, NO_STAGES)) {
      try {
        ReferenceResult plain = new RealMachine(program.checked(), model, options).explore(STATES);
        ReferenceResult found =
            new RealMachine(program.checked(), model, options.withLaws(laws)).explore(STATES);
        if (plain.complete() && found.complete()) {
          assertThat(found.finals()).as("%s%n%s", text, program).isEqualTo(plain.finals());
        }
      } catch (LimitException e) {
        // too large
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void partialOrderKeepsFinalStatesAndVerdicts(long seed) throws InvalidInputException {
    String text = new RandomModels(seed).next(seed % 4 == 0);
    MemoryModel model = RandomModels.compile(text);
    for (int i = 0; i < PROGRAMS; i++) {
      RandomPrograms programs = new RandomPrograms(seed * PROGRAMS + i);
      RandomProgram program = i % 2 == 0 ? programs.next() : programs.nextOfFewAccesses();
      CheckedProgram checked = program.checked();
      RelaxedMachine machine = new RelaxedMachine(checked, model, new MachineOptions(WINDOW));
      if (machine.actions().isEmpty()) {
        continue;
      }
      try {
        ReferenceResult plain = new RealMachine(checked, machine, same -> same).explore(STATES);
        ReferenceResult reduced =
            new RealMachine(
                    checked,
                    machine,
                    same -> new PartialOrderReduction(same.actions().orElseThrow()))
                .explore(STATES);
        if (plain.complete()) {
          assertThat(reduced.finals()).as("%s%n%s", text, program).isEqualTo(plain.finals());
          assertThat(reduced.violations().isEmpty())
              .as("%s%n%s", text, program)
              .isEqualTo(plain.violations().isEmpty());
        }
      } catch (LimitException e) {
        // too large
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void referenceMachineFindsTheSame(long seed) throws InvalidInputException {
    String text = new RandomModels(seed).next(true);
    MemoryModel model = RandomModels.compile(text);
    MachineComparison comparison = new MachineComparison(STATES);
    for (int i = 0; i < PROGRAMS; i++) {
      RandomProgram program = new RandomPrograms(seed * PROGRAMS + i).next();
      assertThat(comparison.difference(program, model)).as(text).isEmpty();
    }
  }
}
