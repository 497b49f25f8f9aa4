// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.ahead;

import dev.fencepost.machine.window.ReadLog;
import dev.fencepost.machine.window.ReadView;

/** The values of one cell in a {@link ReadLog}: from which point to which the thread may read. */
public final class CellHistory {
  private CellHistory() {}

  /** The thread has read the value that a cell had until an event: older ones are too old. */
  public static void read(ReadLog log, int cell, int event) {
    log.setSince(
        cell,
        since(log, cell, event, false),
        since(log, cell, event, true),
        value(log, cell, event));
    kill(log, cell, event);
  }

  /** The thread has written a cell by a store that no load of it reads before. */
  public static void wroteNow(ReadLog log, int cell) {
    wrote(log, cell, log.events, log.events, ReadView.START);
  }

  /**
   * The thread has written a value of this view.
   *
   * @param since the point from which it may have read the value
   * @param acquired that of a load that acquires
   */
  static void wrote(ReadLog log, int cell, int since, int acquired, int value) {
    log.setSince(cell, since, acquired, value);
    kill(log, cell, log.events);
  }

  private static void kill(ReadLog log, int cell, int end) {
    for (int i = 0; i < end; i++) {
      log.dead[i] |= log.cell[i] == cell;
    }
  }

  /** The first event of a cell from a point on, or the number of events. */
  public static int nextEvent(ReadLog log, int cell, int point) {
    int event = point;
    while (event < log.events && (log.dead[event] || log.cell[event] != cell)) {
      event++;
    }
    return event;
  }

  /** The first point at which a load may read the value that a cell has before an event. */
  static int since(ReadLog log, int cell, int event, boolean acquires) {
    int last = lastEvent(log, cell, event);
    return last < 0 ? log.since(cell, acquires) : log.settled(last + 1);
  }

  /** Since when that value is known, apart from the point at which it is read. */
  public static int value(ReadLog log, int cell, int event) {
    return lastEvent(log, cell, event) < 0 ? log.value(cell) : ReadView.START;
  }

  private static int lastEvent(ReadLog log, int cell, int before) {
    int event = before - 1;
    while (event >= 0 && (log.cell[event] != cell || log.dead[event])) {
      event--;
    }
    return event;
  }
}
