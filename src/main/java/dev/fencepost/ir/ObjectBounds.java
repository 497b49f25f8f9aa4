// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which object an address is in. Objects are what gaps in memory separate, and the blocks of each
 * constant size in the pool; blocks of computed sizes, which lie side by side, are one object. The
 * address just behind an object counts as its own, headers of blocks are in none. Known once all of
 * memory is laid out: expressions name the bounds of a program that is not finished yet.
 */
public final class ObjectBounds {
  /** No object is at an address. */
  public static final int NONE = -1;

  /** By cell, the first cell of its object. */
  private int[] objects = {};

  /** The objects of these cells, and of a pool behind them. */
  public void set(List<MemoryLocation> memory, Pool pool) {
    objects = new int[memory.size() + pool.extent() + 1];
    Arrays.fill(objects, NONE);
    for (int cell = 0; cell < memory.size(); cell++) {
      if (!memory.get(cell).isGap()) {
        boolean follows = cell > 0 && !memory.get(cell - 1).isGap();
        objects[cell] = follows ? objects[cell - 1] : cell;
        objects[cell + 1] = objects[cell];
      }
    }
    int first = memory.size();
    if (pool.computed()) {
      add(first, first + pool.cells());
    }
    for (int i = 0; i < pool.regions().size(); i++) {
      int size = pool.regions().get(i).size();
      pool.blocks(i).forEach(block -> add(first + (int) block, first + (int) block + size));
    }
  }

  private void add(int first, int end) {
    Arrays.fill(objects, first, end + 1, first);
  }

  /** The first cell of the object that an address is in or just behind, or {@link #NONE}. */
  public int objectAt(long address) {
    long cell = Math.floorDiv(address, Program.CELL_BYTES) - 1;
    return cell >= 0 && cell < objects.length ? objects[(int) cell] : NONE;
  }

  /** Whether a pointer that becomes an address stays in its object, or stays in none. */
  public boolean stays(long pointer, long address) {
    return objectAt(pointer) == objectAt(address);
  }

  /** Where objects begin, and {@link #NONE}, each with the first address that is so. */
  public List<Start> starts() {
    List<Start> starts = new ArrayList<>();
    for (int cell = 0; cell < objects.length; cell++) {
      if (cell == 0 || objects[cell] != objects[cell - 1]) {
        starts.add(new Start(Program.addressOf(cell), objects[cell]));
      }
    }
    return starts;
  }

  /** From an address on, up to the next one, addresses are in an object or in none. */
  public record Start(long address, int object) {}

  @Override
  public boolean equals(Object other) {
    return other instanceof ObjectBounds bounds && Arrays.equals(objects, bounds.objects);
  }

  @Override
  public int hashCode() {
    return ObjectBounds.class.hashCode();
  }

  @Override
  public String toString() {
    return "objects";
  }
}
