// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.machine.MachineOptions;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.reduction.PartialOrderReduction;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * The machine with partial-order reduction against itself without, on random programs and every
 * model: the same final states and verdict, and the same marks where nothing is violated.
 */
class PartialOrderAgreementTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int PROGRAMS = FULL ? 100_000 : 2_000;
  private static final Duration TIME = FULL ? Duration.ofMinutes(10) : Duration.ofSeconds(15);
  private static final int STATES = 30_000;
  private static final int WINDOW = 64;

  private long plainStates;
  private long reducedStates;
  private int compared;

  @Test
  void reductionChangesNoOutcome() {
    long deadline = System.nanoTime() + TIME.toNanos();
    long seed = Long.getLong("fencepost.seed", 1);
    for (int i = 0; i < PROGRAMS && System.nanoTime() < deadline; i++) {
      RandomProgram program = new RandomPrograms(seed * PROGRAMS + i).next();
      for (MemoryModel model : ReferenceModels.all()) {
        if (!difference(program, model).isEmpty()) {
          RandomProgram small = program.shrink(p -> !difference(p, model).isEmpty());
          assertThat("program " + i + ": " + difference(small, model)).isEmpty();
        }
      }
    }
    assertThat(compared).isGreaterThan(100);
    assertThat(reducedStates).isLessThan(plainStates);
  }

  private String difference(RandomProgram program, MemoryModel model) {
    try {
      RelaxedMachine machine =
          new RelaxedMachine(program.checked(), model, new MachineOptions(WINDOW));
      if (machine.actions().isEmpty()) {
        return "";
      }
      ReferenceResult plain =
          new RealMachine(program.checked(), machine, same -> same).explore(STATES);
      if (!plain.complete()) {
        return "";
      }
      ReferenceResult reduced =
          new RealMachine(
                  program.checked(),
                  machine,
                  system -> PartialOrderReduction.of(system.actions().orElseThrow()))
              .explore(STATES);
      compared++;
      plainStates += plain.states();
      reducedStates += reduced.states();
      return agree(plain, reduced)
          ? ""
          : String.format(
              "%s:%n%s%n  plain   %s%n  reduced %s%n", model.name(), program, plain, reduced);
    } catch (LimitException e) {
      return "";
    }
  }

  private static boolean agree(ReferenceResult plain, ReferenceResult reduced) {
    boolean violated = !plain.violations().isEmpty();
    return reduced.complete()
        && reduced.finals().equals(plain.finals())
        && plain.violations().containsAll(reduced.violations())
        && violated == !reduced.violations().isEmpty()
        && (violated || reduced.marks().equals(plain.marks()));
  }
}
