// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.machine.step.CompiledMachine;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.reduction.PartialOrderReduction;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.transition.TransitionSystem;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Dropped and shared memories, with and without partial-order reduction, against a memory of its
 * own for each thread, on random programs: the same verdicts, marks, and values of all observed
 * registers at the end. {@code -Dfencepost.seed=N} for other programs, {@code
 * -Dfencepost.full=true} for many. Left out are programs with more states than the limit.
 */
class FewerMemoriesTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int PROGRAMS = Integer.getInteger("fencepost.programs", FULL ? 3_000 : 40);
  private static final int STATES = FULL ? 4_000 : 2_000;
  private static final MachineOptions PLAIN = new MachineOptions(64);
  private static final MachineOptions DROPPED = PLAIN.withFewerMemories(true, false);
  private static final List<MachineOptions> OPTIONS =
      List.of(
          PLAIN,
          DROPPED,
          PLAIN.withFewerMemories(false, true),
          PLAIN.withFewerMemories(true, true));

  private int compared;
  private int shared;
  private long plainStates;
  private long fewerStates;
  private final long seed = Long.getLong("fencepost.seed", 1);

  @ParameterizedTest
  @ValueSource(strings = {"tso-nmca", "pso-nmca-no", "rmo-nmca-full", "rmo-nmca-no"})
  void findTheSameOnRandomPrograms(String name) {
    MemoryModel model = BuiltInModels.named(name).orElseThrow();
    for (int i = 0; i < PROGRAMS; i++) {
      RandomPrograms programs = new RandomPrograms(seed * PROGRAMS + i);
      RandomProgram program = i % 3 == 0 ? programs.next() : programs.nextOfFewAccesses();
      shared += sharing(program, model) ? 1 : 0;
      if (!difference(program, model).isEmpty()) {
        RandomProgram small = program.shrink(p -> !difference(p, model).isEmpty());
        assertThat(difference(small, model)).as("program %d of seed %d", i, seed).isEmpty();
      }
    }
    if (FULL) {
      System.out.printf(
          "dropping and sharing, %s: %d of %d programs, %d of them share%n",
          name, compared, PROGRAMS, shared);
    }
    assertThat(compared).isGreaterThan(PROGRAMS / 4);
    assertThat(shared).isPositive();
    // Not of each: a memory is there from the start for threads that may never be started.
    assertThat(fewerStates).isLessThan(plainStates);
  }

  /** Models with laws for each memory by itself, and for all of them. */
  @Test
  void findTheSameUnderRandomModels() throws InvalidInputException {
    for (int i = 0; i < PROGRAMS; i++) {
      String text = new RandomModels(seed * PROGRAMS + i).next(false);
      MemoryModel model = RandomModels.compile(text);
      RandomPrograms programs = new RandomPrograms(seed * PROGRAMS + i);
      RandomProgram program = i % 3 == 0 ? programs.next() : programs.nextOfFewAccesses();
      assertThat(model.multiCopyAtomic() ? "" : difference(program, model)).as(text).isEmpty();
    }
  }

  private static boolean sharing(RandomProgram program, MemoryModel model) {
    return CompiledMachine.sharing(program.checked(), model)
        .filter(sharing -> sharing.count() < sharing.segments().length)
        .isPresent();
  }

  /** What differs, as text to report, or an empty string. */
  private String difference(RandomProgram program, MemoryModel model) {
    ReferenceResult plain = explore(program, model, PLAIN, false);
    boolean small = plain != null && plain.complete();
    // Where there are too many states, dropped memories are what others are compared with.
    plain = small ? plain : explore(program, model, DROPPED, false);
    if (plain == null || !plain.complete()) {
      return "";
    }
    compared++;
    for (boolean partialOrder : new boolean[] {false, true}) {
      for (MachineOptions options : OPTIONS) {
        if (!small && !options.dropsMemory()) {
          continue;
        }
        ReferenceResult fewer = explore(program, model, options, partialOrder);
        plainStates += plain.states();
        fewerStates += fewer == null ? 0 : fewer.states();
        if (fewer == null || !agree(program.checked(), plain, fewer)) {
          return String.format(
              "%s, %s%s:%n%s%n  plain %s%n  fewer %s%n",
              model.name(), options, partialOrder ? ", partial order" : "", program, plain, fewer);
        }
      }
    }
    return "";
  }

  private static ReferenceResult explore(
      RandomProgram program, MemoryModel model, MachineOptions options, boolean partialOrder) {
    RelaxedMachine machine = new RelaxedMachine(program.checked(), model, options);
    Function<RelaxedMachine, TransitionSystem> reduction =
        partialOrder && machine.hasActions()
            ? system -> new PartialOrderReduction(system.actions().orElseThrow())
            : system -> system;
    try {
      return new RealMachine(program.checked(), machine, reduction).explore(STATES);
    } catch (LimitException e) {
      return null;
    }
  }

  private static boolean agree(
      CheckedProgram checked, ReferenceResult plain, ReferenceResult fewer) {
    boolean violated = !plain.violations().isEmpty();
    return fewer.complete()
        && observed(checked, fewer).equals(observed(checked, plain))
        && fewer.violations().isEmpty() != violated
        && (violated || fewer.marks().equals(plain.marks()));
  }

  /** The strong cells of the final states: what threads saw. */
  private static Set<List<Long>> observed(CheckedProgram checked, ReferenceResult result) {
    List<MemoryLocation> memory = checked.program().memory();
    int[] strong = IntStream.range(0, memory.size()).filter(i -> memory.get(i).strong()).toArray();
    return result.finals().stream()
        .map(cells -> IntStream.of(strong).mapToObj(cells::get).toList())
        .collect(Collectors.toSet());
  }
}
