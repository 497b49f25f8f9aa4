// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.Program;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The memory of a test: variables, and a strong cell for each register that is observed. */
final class CellTable {
  private final List<MemoryLocation> cells = new ArrayList<>();
  private final Map<String, Integer> variables = new LinkedHashMap<>();

  /** How far apart the test takes neighbouring elements to be; 0 without arrays. */
  private int elementBytes;

  /** Some array has elements of so many bytes. */
  void widen(int bytes) {
    elementBytes = Math.max(elementBytes, bytes);
  }

  int elementBytes() {
    return elementBytes == 0 ? Program.CELL_BYTES : elementBytes;
  }

  /** The cell of a variable, which may be new; a gap keeps objects apart. */
  int variable(String name) {
    Integer known = variables.get(name);
    return known == null ? array(name, 0) : known;
  }

  boolean has(String variable) {
    return variables.containsKey(variable);
  }

  /** An array of so many elements, or with 0 of them a scalar; its first cell. */
  int array(String name, int elements) {
    int first = cells.size();
    variables.put(name, first);
    for (int i = 0; i < Math.max(1, elements); i++) {
      String cell = elements == 0 ? name : name + "[" + i + "]";
      variables.put(cell, cells.size());
      cells.add(MemoryLocation.of(cell, 0));
    }
    cells.add(MemoryLocation.gap());
    return first;
  }

  /** A cell outside the memory model that takes the last value of a register. */
  int strong(String name) {
    cells.add(new MemoryLocation(name, 0, true, false));
    return cells.size() - 1;
  }

  long address(String variable) {
    return Program.addressOf(variable(variable));
  }

  void initialise(int cell, long value, boolean pointer) {
    cells.set(cell, new MemoryLocation(cells.get(cell).name(), value, false, pointer));
  }

  /** The address of each variable of a program by its name. */
  static Map<String, Long> addresses(Program program) {
    Map<String, Long> addresses = new LinkedHashMap<>();
    for (int cell = 0; cell < program.memory().size(); cell++) {
      MemoryLocation location = program.memory().get(cell);
      if (!location.isGap() && !location.strong()) {
        String name = location.name();
        addresses.put(name, Program.addressOf(cell));
        if (name.endsWith("[0]")) {
          addresses.put(name.substring(0, name.length() - 3), Program.addressOf(cell));
        }
      }
    }
    return addresses;
  }

  List<MemoryLocation> cells() {
    return cells;
  }
}
