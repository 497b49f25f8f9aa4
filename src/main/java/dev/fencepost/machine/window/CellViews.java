// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.LongUnaryOperator;

/** What a thread's accesses to each cell come after, where that is more than its fences say. */
public final class CellViews {
  public int count;

  /** The cells, in ascending order. */
  public int[] cell = new int[4];

  /** Early views of reads of writes that are older than the last one read or written. */
  public long[] olderReads = new long[4];

  /** Early views of reads of the last one. */
  public long[] lastReads = new long[4];

  /** The early view of the thread's own last write. */
  public long[] ownWrite = new long[4];

  /** The late views of all accesses. */
  public long[] accesses = new long[4];

  /** The place of a cell, which is added where it is not there. */
  public int add(int added) {
    int at = find(added);
    if (at < count && cell[at] == added) {
      return at;
    }
    if (count == cell.length) {
      cell = Arrays.copyOf(cell, 2 * count);
      olderReads = Arrays.copyOf(olderReads, 2 * count);
      lastReads = Arrays.copyOf(lastReads, 2 * count);
      ownWrite = Arrays.copyOf(ownWrite, 2 * count);
      accesses = Arrays.copyOf(accesses, 2 * count);
    }
    System.arraycopy(cell, at, cell, at + 1, count - at);
    cell[at] = added;
    for (long[] views : views()) {
      System.arraycopy(views, at, views, at + 1, count - at);
      views[at] = 0;
    }
    count++;
    return at;
  }

  private int find(int wanted) {
    int at = 0;
    while (at < count && cell[at] < wanted) {
      at++;
    }
    return at;
  }

  private long[][] views() {
    return new long[][] {olderReads, lastReads, ownWrite, accesses};
  }

  public boolean has(int wanted) {
    int at = find(wanted);
    return at < count && cell[at] == wanted;
  }

  /** The late views of the accesses to a cell. */
  public long accesses(int of) {
    return has(of) ? accesses[find(of)] : 0;
  }

  void copyFrom(CellViews other) {
    count = 0;
    for (int i = 0; i < other.count; i++) {
      int at = add(other.cell[i]);
      olderReads[at] = other.olderReads[i];
      lastReads[at] = other.lastReads[i];
      ownWrite[at] = other.ownWrite[i];
      accesses[at] = other.accesses[i];
    }
  }

  void map(LongUnaryOperator change) {
    for (long[] views : views()) {
      ThreadViews.map(views, count, change);
    }
  }

  /** Keeps the cells that have views, of those that matter. */
  public void keep(IntPredicate matters) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      boolean any = (olderReads[i] | lastReads[i] | ownWrite[i] | accesses[i]) != 0;
      if (any && matters.test(cell[i])) {
        cell[kept] = cell[i];
        for (long[] views : views()) {
          views[kept] = views[i];
        }
        kept++;
      }
    }
    count = kept;
  }
}
