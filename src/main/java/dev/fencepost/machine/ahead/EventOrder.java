// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.ahead;

import dev.fencepost.machine.window.ReadLog;
import java.util.BitSet;

/**
 * The order of a log's events. Two events of different cells may change places where no load of one
 * cell bounds a load of the other, and no view is between them that bounds loads of both. The
 * canonical order is the least by cell that keeps all others in place: the lexicographic normal
 * form of a Mazurkiewicz trace.
 */
final class EventOrder {
  private int count;

  /** The cells of the events before they are sorted. */
  private int[] cell = new int[Long.SIZE];

  private long[] old = new long[Long.SIZE];

  /** Per event, the earlier ones that stay before it, as bits; and its new place. */
  private final long[] before = new long[Long.SIZE];

  private final int[] place = new int[Long.SIZE];
  private boolean sorted;

  /** Begins to find out which events of a log keep their order, for loads from a position on. */
  void begin(ReadLog log, Influence influence, int pc) {
    sorted = false;
    count = mayMove(log) ? log.events : 0;
    for (int i = 0; i < count; i++) {
      cell[i] = log.cell[i];
      old[i] = log.old[i];
      before[i] = 0;
      BitSet bounded = influence.of(pc, influence.ofCell(cell[i]));
      for (int j = 0; j < i; j++) {
        boolean keeps =
            cell[i] == cell[j]
                || bounded.get(cell[j])
                || influence.of(pc, influence.ofCell(cell[j])).get(cell[i]);
        before[i] |= keeps ? 1L << j : 0;
      }
    }
  }

  private static boolean mayMove(ReadLog log) {
    boolean joined = false;
    for (int i = 0; i < log.events; i++) {
      joined |= log.joined[i];
    }
    return log.events > 1 && log.events <= Long.SIZE && !joined;
  }

  /** A view is at a point, and bounds loads of these cells. */
  void separate(int point, BitSet cells) {
    for (int i = point; point > 0 && i < count; i++) {
      for (int j = 0; j < point && cells.get(cell[i]); j++) {
        before[i] |= cells.get(cell[j]) ? 1L << j : 0;
      }
    }
  }

  /** Sorts the events; whether some event has moved. */
  boolean sort(ReadLog log) {
    long taken = 0;
    boolean moved = false;
    for (int next = 0; next < count; next++) {
      int least = -1;
      for (int i = 0; i < count; i++) {
        boolean free = (taken >>> i & 1) == 0 && (before[i] & ~taken) == 0;
        least = free && (least < 0 || cell[i] < cell[least]) ? i : least;
      }
      taken |= 1L << least;
      place[least] = next;
      moved |= least != next;
      log.cell[next] = cell[least];
      log.old[next] = old[least];
    }
    sorted = moved;
    return moved;
  }

  /** Whether views are to be moved to the new order. */
  boolean isSorted() {
    return sorted;
  }

  /** Where a view that bounds loads of these cells is in the new order. */
  int moved(int point, BitSet cells) {
    int last = 0;
    for (int i = 0; i < point; i++) {
      last = cells.get(cell[i]) ? Math.max(last, place[i] + 1) : last;
    }
    return last;
  }
}
