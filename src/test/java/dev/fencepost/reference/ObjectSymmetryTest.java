// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.ir.Program;
import dev.fencepost.ir.footprint.Footprints;
import dev.fencepost.ir.footprint.ObjectTypes;
import dev.fencepost.ir.footprint.ObjectTypes.Condition;
import dev.fencepost.machine.MachineOptions;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.reduction.PartialOrderReduction;
import dev.fencepost.reduction.SymmetryReduction;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The machine with interchangeable objects exchanged, alone and with partial order, against itself
 * without, on random programs: the same violations and marks, and the same final states up to an
 * exchange of objects.
 */
class ObjectSymmetryTest {
  private static final boolean FULL = Boolean.getBoolean("fencepost.full");
  private static final int PROGRAMS = Integer.getInteger("fencepost.programs", FULL ? 3_000 : 120);
  private static final List<MemoryModel> MODELS =
      Stream.of("sc", "tso", "rmo-no").map(ReferenceModels::named).toList();
  private static final int STATES = 3_000;
  private static final int WINDOW = 6;

  private int compared;
  private int comparedPrograms;
  private int refused;
  private int smaller;

  @Test
  void exchangeOfObjectsChangesNoOutcome() throws Exception {
    long seed = Long.getLong("fencepost.seed", 1);
    for (int i = 0; i < PROGRAMS; i++) {
      int before = compared;
      String text = new ObjectPrograms(seed * 1_000_000 + i).next();
      CheckedProgram checked = LibraryPrograms.of("random.c", text, new LinkedHashMap<>());
      for (MemoryModel model : MODELS) {
        compare(checked, model, "program " + i + ", " + model.name() + ":\n" + text);
      }
      comparedPrograms += compared > before ? 1 : 0;
    }
    if (FULL) {
      System.out.printf(
          "symmetry of objects: %d of %d programs, %d runs, %d smaller, %d refused%n",
          comparedPrograms, PROGRAMS, compared, smaller, refused);
    }
    assertThat(comparedPrograms).isPositive();
    assertThat(smaller).isPositive();
  }

  private void compare(CheckedProgram checked, MemoryModel model, String text) {
    RelaxedMachine machine = new RelaxedMachine(checked, model, new MachineOptions(WINDOW));
    try {
      machine.checkObjects();
      ReferenceResult plain = new RealMachine(checked, machine, same -> same).explore(STATES);
      if (plain.states() > STATES) {
        return;
      }
      ReferenceResult symmetric =
          new RealMachine(checked, machine, ObjectSymmetryTest::symmetric).explore(STATES);
      ReferenceResult both =
          new RealMachine(checked, machine, same -> PartialOrderReduction.of(symmetric(same)))
              .explore(STATES);
      compared++;
      smaller += symmetric.states() < plain.states() ? 1 : 0;
      Exchange exchange = Exchange.of(checked);
      assertThat(symmetric.violations()).as(text).isEqualTo(plain.violations());
      assertThat(symmetric.marks()).as(text).isEqualTo(plain.marks());
      assertThat(exchange.of(symmetric.finals())).as(text).isEqualTo(exchange.of(plain.finals()));
      assertThat(both.violations().isEmpty()).as(text).isEqualTo(plain.violations().isEmpty());
      assertThat(plain.violations()).as(text).containsAll(both.violations());
      if (plain.violations().isEmpty()) {
        assertThat(both.marks()).as(text).isEqualTo(plain.marks());
        assertThat(exchange.of(both.finals())).as(text).isEqualTo(exchange.of(plain.finals()));
      }
    } catch (InvalidInputException e) {
      refused++;
    } catch (LimitException e) {
      // Too large in some other way.
    }
  }

  private static SymmetryReduction symmetric(RelaxedMachine machine) {
    return new SymmetryReduction(machine.actions().orElseThrow(), machine.symmetry().orElseThrow());
  }

  /** Final states with all that exchanging objects makes of them. */
  private record Exchange(Program program, ObjectTypes types) {
    static Exchange of(CheckedProgram checked) throws InvalidInputException {
      Program program = checked.program();
      Footprints footprints = Footprints.of(program, false);
      List<Condition> conditions = new ArrayList<>();
      for (Property property : checked.properties()) {
        switch (property) {
          case Property.Invariant i -> conditions.add(new Condition(i.condition(), i.span()));
          case Property.FinalCondition c -> conditions.add(new Condition(c.condition(), c.span()));
          default -> {}
        }
      }
      return new Exchange(program, ObjectTypes.of(program, footprints, conditions));
    }

    Set<List<Long>> of(Set<List<Long>> finals) {
      Set<List<Long>> all = new HashSet<>(finals);
      List<List<Long>> open = new ArrayList<>(finals);
      while (!open.isEmpty()) {
        List<Long> memory = open.removeLast();
        for (int object = 1; object < types.objects(); object++) {
          List<Long> other = swap(memory, object);
          if (all.add(other)) {
            open.add(other);
          }
        }
      }
      return all;
    }

    /** Exchanges an object with the one before it. */
    private List<Long> swap(List<Long> memory, int object) {
      List<Long> result = new ArrayList<>(memory);
      for (int cell = 0; cell < program.memory().size(); cell++) {
        long value = types.swapped(types.cell(cell), memory.get(cell), object, object - 1);
        result.set(types.swappedCell(cell, object, object - 1), value);
      }
      return result;
    }
  }
}
