// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.ir.Program;
import dev.fencepost.machine.MachineOptions;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.reduction.PartialOrderReduction;
import dev.fencepost.reduction.SymmetryReduction;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The machine with symmetry, alone and with partial order, against itself without, on random
 * programs of threads alike: the same violations and marks, and the same final states up to an
 * exchange of the threads' elements.
 */
class SymmetryAgreementTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int PROGRAMS = Integer.getInteger("fencepost.programs", FULL ? 3_000 : 120);
  private static final List<MemoryModel> MODELS =
      Stream.of("sc", "tso", "rmo-no").map(ReferenceModels::named).toList();
  private static final int STATES = 3_000;
  private static final int WINDOW = 6;

  private int compared;
  private int comparedPrograms;
  private int smaller;

  @Test
  void symmetryChangesNoOutcome() throws Exception {
    long seed = Long.getLong("fencepost.seed", 1);
    for (int i = 0; i < PROGRAMS; i++) {
      int before = compared;
      String text = new SymmetricPrograms(seed * 1_000_000 + i).next();
      CheckedProgram checked = LibraryPrograms.of("random.c", text, new LinkedHashMap<>());
      for (MemoryModel model : MODELS) {
        compare(checked, model, "program " + i + ", " + model.name() + ":\n" + text);
      }
      comparedPrograms += compared > before ? 1 : 0;
    }
    if (FULL) {
      System.out.printf(
          "symmetry of threads: %d of %d programs, %d runs, %d smaller%n",
          comparedPrograms, PROGRAMS, compared, smaller);
    }
    assertThat(comparedPrograms).isPositive();
    assertThat(smaller).isPositive();
  }

  private void compare(CheckedProgram checked, MemoryModel model, String text) {
    try {
      RelaxedMachine machine = new RelaxedMachine(checked, model, new MachineOptions(WINDOW));
      if (machine.symmetry().isEmpty()) {
        return;
      }
      ReferenceResult plain = new RealMachine(checked, machine, same -> same).explore(STATES);
      if (plain.states() > STATES) {
        return;
      }
      ReferenceResult symmetric =
          new RealMachine(checked, machine, SymmetryAgreementTest::symmetric).explore(STATES);
      ReferenceResult both =
          new RealMachine(checked, machine, same -> PartialOrderReduction.of(symmetric(same)))
              .explore(STATES);
      compared++;
      smaller += symmetric.states() < plain.states() ? 1 : 0;
      Bags bags = new Bags(checked.program(), text);
      assertThat(symmetric.violations()).as(text).isEqualTo(plain.violations());
      assertThat(symmetric.marks()).as(text).isEqualTo(plain.marks());
      assertThat(bags.of(symmetric.finals())).as(text).isEqualTo(bags.of(plain.finals()));
      assertThat(both.violations().isEmpty()).as(text).isEqualTo(plain.violations().isEmpty());
      assertThat(plain.violations()).as(text).containsAll(both.violations());
      if (plain.violations().isEmpty()) {
        assertThat(both.marks()).as(text).isEqualTo(plain.marks());
        assertThat(bags.of(both.finals())).as(text).isEqualTo(bags.of(plain.finals()));
      }
    } catch (LimitException e) {
      // Too large in some other way.
    }
  }

  private static SymmetryReduction symmetric(RelaxedMachine machine) {
    return new SymmetryReduction(machine.actions().orElseThrow(), machine.symmetry().orElseThrow());
  }

  /**
   * Final states as the values of common cells, and a bag of what each index holds of the arrays in
   * which the threads have elements of their own.
   */
  private record Bags(Program program, String text) {
    Set<List<Object>> of(Set<List<Long>> finals) {
      return finals.stream().map(this::of).collect(Collectors.toSet());
    }

    private List<Object> of(List<Long> memory) {
      List<Object> result = new ArrayList<>();
      Map<String, List<Long>> elements = new TreeMap<>();
      for (int cell = 0; cell < program.memory().size(); cell++) {
        String name = program.memory().get(cell).name();
        int bracket = name.indexOf('[');
        if (bracket > 0 && text.contains(name.substring(0, bracket) + "[self]")) {
          elements
              .computeIfAbsent(name.substring(bracket), index -> new ArrayList<>())
              .add(memory.get(cell));
        } else {
          result.add(memory.get(cell));
        }
      }
      elements.values().stream().map(List::toString).sorted().forEach(result::add);
      return result;
    }
  }
}
