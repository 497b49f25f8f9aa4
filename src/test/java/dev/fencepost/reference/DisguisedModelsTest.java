// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusRun;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Order facts are exact: a model whose laws are program-order laws, and the same model written with
 * general laws that mean the same, have the same final states. Left out are programs with what
 * happens at fetch (strong cells, the pool), which sees how far fetch has gone; of several
 * violations of a program, for the same reason, either may find another one first.
 */
class DisguisedModelsTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int PROGRAMS = Integer.getInteger("fencepost.programs", FULL ? 5_000 : 150);
  private static final int STATES = 20_000;
  private static final int WINDOW = 64;

  private final long seed = Long.getLong("fencepost.seed", 1);

  @ParameterizedTest
  @EnumSource
  void noLawIsLeftInTheTable(Disguise way) {
    for (MemoryModel model : ReferenceModels.all()) {
      assertThat(model.general()).as(model.name()).isEmpty();
      assertThat(way.of(model).general()).hasSameSizeAs(model.definition().laws());
    }
  }

  @Test
  void litmusTestsHaveTheSameFinalStates() throws IOException, InvalidInputException {
    List<Path> files;
    try (Stream<Path> found = Files.list(Path.of("library", "litmus"))) {
      files = found.filter(file -> file.toString().endsWith(".litmus")).sorted().toList();
    }
    assertThat(files).hasSizeGreaterThan(30);
    for (Path file : files) {
      LitmusTest test = LitmusFrontEnd.parse(file.toString(), Files.readString(file));
      for (MemoryModel model : ReferenceModels.all()) {
        assertThat(LitmusRun.of(test, Disguise.MIXED.of(model)).finalStates().texts())
            .as(test.name() + " under " + model.name())
            .isEqualTo(LitmusRun.of(test, model).finalStates().texts());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void randomProgramsHaveTheSameFinalStates(Disguise way) {
    int compared = 0;
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < PROGRAMS && differences.isEmpty(); i++) {
      RandomProgram program =
          new RandomPrograms((seed * Disguise.values().length + way.ordinal()) * PROGRAMS + i)
              .next();
      for (MemoryModel model : ReferenceModels.all()) {
        if (differences.isEmpty() && applies(program, model)) {
          compared++;
          if (!difference(program, model, way).isEmpty()) {
            RandomProgram small = program.shrink(p -> !difference(p, model, way).isEmpty());
            differences.add("program " + i + ", " + difference(small, model, way));
          }
        }
      }
    }
    assertThat(String.join("\n", differences)).isEmpty();
    assertThat(compared).isGreaterThan(PROGRAMS);
  }

  /**
   * Not programs in which others see what happens at fetch, which general laws do not stop: strong
   * cells, but for those that only keep the values of a thread, and marks that an invariant sees.
   */
  static boolean applies(RandomProgram program, MemoryModel model) {
    boolean spins = model.speculation() && program.hasSpinLoop();
    CheckedProgram checked = program.checked();
    boolean sees = checked.properties().stream().anyMatch(p -> p instanceof Property.Invariant);
    return !spins
        && checked.program().threads().stream()
            .flatMap(thread -> thread.code().stream())
            .noneMatch(
                instruction ->
                    happensAtFetch(checked.program(), instruction)
                        || sees && instruction instanceof Instruction.Mark);
  }

  private static boolean happensAtFetch(Program program, Instruction instruction) {
    return instruction instanceof Instruction.Allocate
        || instruction instanceof Instruction.Load load && load.strong()
        || instruction instanceof Instruction.Store store
            && store.strong()
            && !isOwn(program, store.address());
  }

  /** Whether it is the cell in which a thread keeps the value of a register. */
  private static boolean isOwn(Program program, Expr address) {
    return address instanceof Expr.Constant(long value)
        && program.memory().get(ProgramCode.cellOf(value)).name().contains(":");
  }

  /** What differs, as text to report, or an empty string; also where there are too many states. */
  private static String difference(RandomProgram program, MemoryModel model, Disguise way) {
    return difference(program, model, way, STATES);
  }

  static String difference(RandomProgram program, MemoryModel model, Disguise way, int states) {
    try {
      ReferenceResult plain = run(program, model, states);
      ReferenceResult disguised = run(program, way.of(model), states);
      boolean complete = plain.complete() && disguised.complete();
      boolean same =
          plain.finals().equals(disguised.finals())
              && (program.hasAssume()
                  || plain.violations().isEmpty() == disguised.violations().isEmpty());
      return same || !complete
          ? ""
          : String.format(
              "%s:%n%s%n  plain     %s%n  disguised %s%n", model.name(), program, plain, disguised);
    } catch (LimitException e) {
      return model.name() + ": " + e + "\n" + program;
    }
  }

  private static ReferenceResult run(RandomProgram program, MemoryModel model, int states)
      throws LimitException {
    return new RealMachine(program.checked(), model, WINDOW).explore(states);
  }
}
