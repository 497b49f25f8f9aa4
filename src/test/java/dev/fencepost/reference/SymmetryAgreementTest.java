// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.ir.Program;
import dev.fencepost.property.CheckedProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Threads that are alike, exchanged with their elements. */
class SymmetryAgreementTest extends RandomSymmetry {

  @Override
  String program(long seed) {
    return new SymmetricPrograms(seed).next();
  }

  @Override
  Exchange exchange(CheckedProgram checked, String text) {
    return new Bags(checked.program(), text);
  }

  /**
   * Final states as the values of common cells, and a bag of what each index holds of the arrays in
   * which the threads have elements of their own.
   */
  private record Bags(Program program, String text) implements Exchange {
    @Override
    public Set<List<Object>> of(Set<List<Long>> finals) {
      return finals.stream().map(this::of).collect(Collectors.toSet());
    }

    private List<Object> of(List<Long> memory) {
      List<Object> result = new ArrayList<>();
      Map<String, List<Long>> elements = new TreeMap<>();
      for (int cell = 0; cell < program.memory().size(); cell++) {
        String name = program.memory().get(cell).name();
        int bracket = name.indexOf('[');
        String array = bracket < 0 ? "" : name.substring(0, bracket);
        if (bracket > 0 && text.contains(array + "[self]")) {
          elements
              .computeIfAbsent(name.substring(bracket), index -> new ArrayList<>())
              .add(memory.get(cell));
        } else if (bracket > 0 && text.contains(array + "[(self + 1) % MEMBERS]")) {
          // Read by one member each, and written by none: by which one is all one.
          elements
              .computeIfAbsent(array + "next" + name.substring(bracket), i -> new ArrayList<>())
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
