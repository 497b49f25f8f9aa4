// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckResult;
import dev.fencepost.check.Fencepost;
import dev.fencepost.export.PromelaExport;
import dev.fencepost.export.PromelaExport.Form;
import dev.fencepost.ir.Unrolling;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.transition.TransitionSystem.LimitException;
import org.junit.jupiter.api.Test;

/** Blocks on strong cells in random programs: on the machine, on the reference, and exported. */
class StrongBlocksTest {
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 4_000 : 150;
  private static final int EXPORTED = PROGRAMS / 6;
  private static final int STATES = 10_000;

  @Test
  void bothMachinesFindTheSame() {
    MachineComparison agreement = new MachineComparison(STATES);
    for (long seed = 0, found = 0; found < PROGRAMS; seed++) {
      RandomProgram plain = new RandomPrograms(seed).next();
      RandomProgram program = plain.inStrongBlocks();
      if (!program.equals(plain)) {
        found++;
        for (MemoryModel model : ReferenceModels.all()) {
          assertThat(agreement.difference(program, model)).as("seed %d", seed).isEmpty();
        }
      }
    }
    assertThat(agreement.compared()).isGreaterThan(PROGRAMS);
  }

  @Test
  void exportedProgramsKeepTheirVerdicts() throws LimitException {
    int compared = 0;
    for (long seed = 0; compared < EXPORTED; seed++) {
      RandomProgram plain = new RandomPrograms(seed).next();
      RandomProgram program = plain.inStrongBlocks();
      for (MemoryModel model : ReferenceModels.all()) {
        if (!program.equals(plain) && !model.speculation() && agrees(seed, program, model)) {
          compared++;
        }
      }
    }
  }

  /** Whether it was compared. */
  private static boolean agrees(long seed, RandomProgram random, MemoryModel model)
      throws LimitException {
    CheckedProgram looping = random.checked();
    CheckedProgram program =
        new CheckedProgram(Unrolling.of(looping.program(), 1).program(), looping.properties());
    ReferenceResult expected = new RealMachine(program, model, 6).explore(STATES);
    if (!expected.complete()) {
      return false;
    }
    try {
      String text = PromelaExport.of(program, model, Form.UNIFORM, 0);
      CheckResult found = Fencepost.checkText("exported.pml", text).run();
      assertThat(found.violated())
          .as("seed %d, %s: %s", seed, model.name(), found.verdict())
          .isEqualTo(!expected.violations().isEmpty());
      return true;
    } catch (InvalidInputException e) {
      assertThat(e).hasMessageContaining("cannot be exported");
      return false;
    }
  }
}
