// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.ObjectBounds;
import dev.fencepost.ir.Pool;
import dev.fencepost.ir.Program;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** The memory of a test: variables, and a strong cell for each register that is observed. */
final class CellTable {
  private final List<MemoryLocation> cells = new ArrayList<>();
  private final Map<String, Integer> variables = new LinkedHashMap<>();

  /** How many bytes the elements of arrays have. */
  private final SortedSet<Integer> elementBytes = new TreeSet<>();

  private final ObjectBounds objects = new ObjectBounds();
  private boolean readsHalves;
  private boolean readsWhole;
  private boolean writesHalves;
  private boolean writesWhole;

  /** Some array has elements of so many bytes. */
  void addElements(int bytes) {
    elementBytes.add(bytes);
  }

  boolean hasArrays() {
    return !elementBytes.isEmpty();
  }

  /** How many bytes lead from an element of an array to the next: one answer, or several. */
  SortedSet<Integer> elementBytes() {
    return elementBytes.isEmpty() ? new TreeSet<>(Set.of(Program.CELL_BYTES)) : elementBytes;
  }

  /** Some instruction reads the lower half of a cell. */
  void readHalf() {
    readsHalves = true;
  }

  /** Some instruction, or the question, sees a cell with all its bits. */
  void readWhole() {
    readsWhole = true;
  }

  /** Some cell may hold a value of 32 bits. */
  void writeHalf() {
    writesHalves = true;
  }

  /** Some cell may hold more than the lower half. */
  void writeWhole() {
    writesWhole = true;
  }

  /** Whether what has 32 bits has zeros above it in a cell, though registers keep its sign. */
  boolean dropsSigns() {
    return writesHalves && readsWhole;
  }

  /**
   * Whether a read of the lower half may meet a cell that holds something else above it.
   *
   * @param signed whether the half that is read has the sign above it
   */
  boolean cutsReads(boolean signed) {
    return readsHalves && (writesWhole || signed && dropsSigns());
  }

  /** The cell of a variable, which may be new; a gap keeps objects apart. */
  int variable(String name) {
    Integer known = variables.get(name);
    return known == null ? array(name, 0) : known;
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

  /** Which variable or array an address is in; known when all have their cells. */
  ObjectBounds objects() {
    return objects;
  }

  /** All cells; there are no more to come. */
  List<MemoryLocation> cells() {
    objects.set(cells, Pool.NONE);
    return cells;
  }
}
