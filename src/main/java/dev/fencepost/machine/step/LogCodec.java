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
  final void packLog(ThreadState thread) {
    ReadLog log = thread.log;
    put(log.events);
    if (log.isEmpty()) {
      return;
    }
    for (int i = 0; i < log.events; i++) {
      put(log.cell[i] << 1 | (log.joined[i] ? 1 : 0));
      put(zigzag(log.old[i]));
    }
    put(log.marks);
    for (int i = 0; i < log.marks; i++) {
      put(log.markedCell[i]);
      put(log.markedSince[i]);
    }
    for (int register : program.threads[thread.declaration][thread.pc].live) {
      putView(log.register(register));
    }
    for (int i = 0; i < thread.count; i++) {
      put(log.offered[i]);
      putView(log.result[i]);
      for (int j = 0; j < thread.code[i].slots.length; j++) {
        putView(log.slot(i, j));
      }
      for (int j = 0; j < thread.code[i].operands.length; j++) {
        putView(log.operand(thread.operandAt(i) + j));
      }
    }
    for (int view : log.done) {
      put(view);
    }
    putView(log.link);
    put(log.floor);
    put(log.branches);
    put(log.addresses);
  }

  private void putView(int view) {
    put(ReadView.point(view));
    put(ReadView.full(view));
  }

  private int getView() {
    int point = (int) get();
    return ReadView.of(point, (int) get());
  }

  final void unpackLog(ThreadState thread) {
    ReadLog log = thread.log;
    int events = (int) get();
    for (int i = 0; i < events; i++) {
      int cell = (int) get();
      log.add(cell >> 1, unzigzag(get()), (cell & 1) != 0);
    }
    if (events == 0) {
      return;
    }
    int marks = (int) get();
    for (int i = 0; i < marks; i++) {
      int cell = (int) get();
      log.setSince(cell, (int) get());
    }
    for (int register : program.threads[thread.declaration][thread.pc].live) {
      log.setRegister(register, getView());
    }
    for (int i = 0; i < thread.count; i++) {
      log.offered[i] = (int) get();
      log.result[i] = getView();
      for (int j = 0; j < thread.code[i].slots.length; j++) {
        log.setSlot(i, j, getView());
      }
      for (int j = 0; j < thread.code[i].operands.length; j++) {
        log.setOperand(thread.operandAt(i) + j, getView());
      }
    }
    for (int i = 0; i < log.done.length; i++) {
      log.done[i] = (int) get();
    }
    log.link = getView();
    log.floor = (int) get();
    log.branches = (int) get();
    log.addresses = (int) get();
  }
}
