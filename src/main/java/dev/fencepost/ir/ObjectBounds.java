// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import java.util.Arrays;
import java.util.List;

/**
 * Which object an address is in. Objects are what gaps in memory separate, and the blocks of each
 * constant size in the pool; blocks of computed sizes, which lie side by side, are one object. The
 * address just behind an object counts as its own, headers of blocks are in none. The number of a
 * cell is the first cell of its object.
 */
public final class ObjectBounds extends CellNumbers {
  /** The objects of these cells, and of a pool behind them. */
  public void set(List<MemoryLocation> memory, Pool pool) {
    numbers = new int[memory.size() + pool.extent() + 1];
    Arrays.fill(numbers, NONE);
    for (int cell = 0; cell < memory.size(); cell++) {
      if (!memory.get(cell).isGap()) {
        boolean follows = cell > 0 && !memory.get(cell - 1).isGap();
        numbers[cell] = follows ? numbers[cell - 1] : cell;
        numbers[cell + 1] = numbers[cell];
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
    Arrays.fill(numbers, first, end + 1, first);
  }

  /** The first cell of the object that an address is in or just behind, or {@link #NONE}. */
  public int objectAt(long address) {
    return numberAt(address);
  }

  /** Whether a pointer that becomes an address stays in its object, or stays in none. */
  public boolean stays(long pointer, long address) {
    return objectAt(pointer) == objectAt(address);
  }

  @Override
  public String toString() {
    return "objects";
  }
}
