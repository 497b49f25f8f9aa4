// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.reduction.PartialOrderReduction;
import dev.fencepost.reduction.SymmetryReduction;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The machine with symmetry, alone and with partial order, against itself without, on random
 * programs: the same violations and marks, and the same final states up to an exchange.
 */
abstract class RandomSymmetry {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int PROGRAMS = Integer.getInteger("fencepost.programs", FULL ? 3_000 : 120);
  private static final List<MemoryModel> MODELS =
      Stream.of("sc", "tso", "rmo-no").map(ReferenceModels::named).toList();
  private static final int STATES = 3_000;
  private static final int WINDOW = 6;

  private int compared;
  private int comparedPrograms;
  private int smaller;

  /** What final states have in common that differ by an exchange. */
  interface Exchange {
    Set<?> of(Set<List<Long>> finals);
  }

  /** A program's text. */
  abstract String program(long seed);

  abstract Exchange exchange(CheckedProgram checked, String text) throws InvalidInputException;

  @Test
  void exchangesChangeNoOutcome() throws Exception {
    long seed = Long.getLong("fencepost.seed", 1);
    for (int i = 0; i < PROGRAMS; i++) {
      int before = compared;
      String text = program(seed * 1_000_000 + i);
      CheckedProgram checked = LibraryPrograms.of("random.c", text, new LinkedHashMap<>());
      for (MemoryModel model : MODELS) {
        compare(checked, model, text);
      }
      comparedPrograms += compared > before ? 1 : 0;
    }
    if (FULL) {
      System.out.printf(
          "%s: %d of %d programs, %d runs, %d smaller%n",
          getClass().getSimpleName(), comparedPrograms, PROGRAMS, compared, smaller);
    }
    assertThat(comparedPrograms).isPositive();
    assertThat(smaller).isPositive();
  }

  private void compare(CheckedProgram checked, MemoryModel model, String text) {
    RelaxedMachine machine = new RelaxedMachine(checked, model, new MachineOptions(WINDOW));
    String which = model.name() + ":\n" + text;
    try {
      machine.checkObjects();
      if (machine.symmetry().isPresent()) {
        compare(checked, machine, exchange(checked, text), which);
      }
    } catch (InvalidInputException e) {
      // It distinguishes objects that it declares to be interchangeable.
    } catch (LimitException e) {
      // Too large in some other way.
    }
  }

  private void compare(
      CheckedProgram checked, RelaxedMachine machine, Exchange exchange, String text)
      throws LimitException {
    ReferenceResult plain = new RealMachine(checked, machine, same -> same).explore(STATES);
    if (plain.states() > STATES) {
      return;
    }
    ReferenceResult symmetric =
        new RealMachine(checked, machine, RandomSymmetry::symmetric).explore(STATES);
    ReferenceResult both =
        new RealMachine(checked, machine, same -> new PartialOrderReduction(symmetric(same)))
            .explore(STATES);
    compared++;
    smaller += symmetric.states() < plain.states() ? 1 : 0;
    assertThat(symmetric.violations()).as(text).isEqualTo(plain.violations());
    assertThat(symmetric.marks()).as(text).isEqualTo(plain.marks());
    assertFinals(exchange, symmetric, plain, text);
    assertThat(both.violations().isEmpty()).as(text).isEqualTo(plain.violations().isEmpty());
    assertThat(plain.violations()).as(text).containsAll(both.violations());
    if (plain.violations().isEmpty()) {
      assertThat(both.marks()).as(text).isEqualTo(plain.marks());
      assertFinals(exchange, both, plain, text);
    }
  }

  private static void assertFinals(
      Exchange exchange, ReferenceResult reduced, ReferenceResult plain, String text) {
    assertThat((Object) exchange.of(reduced.finals()))
        .as(text)
        .isEqualTo(exchange.of(plain.finals()));
  }

  private static SymmetryReduction symmetric(RelaxedMachine machine) {
    return new SymmetryReduction(machine.actions().orElseThrow(), machine.symmetry().orElseThrow());
  }
}
