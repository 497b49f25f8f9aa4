// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.ReadLog;
import dev.fencepost.machine.window.ReadView;
import dev.fencepost.machine.window.ThreadState;

/** Packs what threads may still read as it was. */
abstract sealed class LogCodec extends ViewCodec permits StateCodec {
  LogCodec(ProgramCode program) {
    super(program);
  }

  /** The log, and since when each value that is kept is known. */
  final void log(ThreadState thread) {
    ReadLog log = thread.log;
    int events = number(log.events);
    for (int i = 0; i < events; i++) {
      if (reading) {
        log.add(0, 0, false);
      }
      int head = number(log.cell[i] << 1 | (log.joined[i] ? 1 : 0));
      log.cell[i] = head >> 1;
      log.joined[i] = (head & 1) != 0;
      log.old[i] = signed(log.old[i]);
    }
    if (events > 0) {
      marks(log);
      views(thread, log);
    }
  }

  private void marks(ReadLog log) {
    int marks = number(log.marks);
    for (int i = 0; i < marks; i++) {
      if (reading) {
        int cell = (int) get();
        int since = (int) get();
        log.setSince(cell, since, (int) get(), ReadView.START);
      } else {
        put(log.markedCell[i]);
        put(log.markedSince[i]);
        put(log.markedAcquired[i]);
      }
      log.markedValue[i] = view(log.markedValue[i]);
    }
  }

  private void views(ThreadState thread, ReadLog log) {
    for (int register : program.next(thread).live) {
      log.register[register] = view(log.register[register]);
    }
    for (int i = 0; i < thread.count; i++) {
      log.offered[i] = number(log.offered[i]);
      log.result[i] = view(log.result[i]);
      for (int j = 0; j < thread.code[i].slots.length; j++) {
        log.setSlot(i, j, view(log.slot(i, j)));
      }
      int first = thread.operandAt(i);
      for (int j = first; j < first + thread.code[i].operands.length; j++) {
        log.operand[j] = view(log.operand[j]);
      }
    }
    for (int i = 0; i < log.done.length; i++) {
      log.done[i] = number(log.done[i]);
    }
    log.link = view(log.link);
    log.floor = number(log.floor);
    log.branches = number(log.branches);
    log.addresses = number(log.addresses);
  }

  private int view(int view) {
    int point = number(ReadView.point(view));
    return ReadView.of(point, number(ReadView.full(view)));
  }
}
