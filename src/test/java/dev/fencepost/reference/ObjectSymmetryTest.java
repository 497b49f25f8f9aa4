// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.ir.Program;
import dev.fencepost.ir.footprint.Footprints;
import dev.fencepost.ir.footprint.ObjectTypes;
import dev.fencepost.ir.footprint.ObjectTypes.Condition;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Interchangeable objects, exchanged. */
class ObjectSymmetryTest extends RandomSymmetry {

  @Override
  String program(long seed) {
    return new ObjectPrograms(seed).next();
  }

  @Override
  Exchange exchange(CheckedProgram checked, String text) throws InvalidInputException {
    return Exchanged.of(checked);
  }

  /** Final states with all that exchanging objects makes of them. */
  private record Exchanged(Program program, ObjectTypes types) implements Exchange {
    static Exchanged of(CheckedProgram checked) throws InvalidInputException {
      Program program = checked.program();
      Footprints footprints = Footprints.of(program);
      List<Condition> conditions = new ArrayList<>();
      for (Property property : checked.properties()) {
        switch (property) {
          case Property.Invariant i -> conditions.add(new Condition(i.condition(), i.span()));
          case Property.FinalCondition c -> conditions.add(new Condition(c.condition(), c.span()));
          default -> {}
        }
      }
      return new Exchanged(program, ObjectTypes.of(program, footprints, conditions));
    }

    @Override
    public Set<List<Long>> of(Set<List<Long>> finals) {
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
