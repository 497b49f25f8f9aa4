// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.ir.Instruction;
import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.MemoryAccess;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import java.util.BitSet;
import java.util.Optional;

/**
 * Data races: two threads may access one cell in their next steps, one of the accesses writes, and
 * one is plain.
 */
public final class Races {
  private final OrderRules rules;

  /** The accesses of the race that was found last: the plain one first. */
  private final int[] threads = new int[2];

  private final int[] indices = new int[2];

  public Races(OrderRules rules) {
    this.rules = rules;
  }

  /** Whether a program has both plain accesses and C11 atomics. */
  static boolean arePossible(ProgramCode program) {
    boolean plain = false;
    boolean atomic = false;
    for (Code code : program.all) {
      plain |= code.plain;
      atomic |=
          code.isAccess()
              && code.instruction instanceof Instruction.Load load
              && !load.linked()
              && !code.plain;
    }
    return plain && atomic;
  }

  /** An access that may go next. */
  public record Access(int thread, Code code, int cell) {}

  /** Two accesses; the first is plain. */
  public record Race(Access plain, Access other) {}

  /** The first race of a state. */
  public Optional<Race> first(State state) {
    if (!isSeen(state)) {
      return Optional.empty();
    }
    int cell = state.threads[threads[0]].cell(indices[0], 0);
    return Optional.of(new Race(access(state, 0, cell), access(state, 1, cell)));
  }

  private Access access(State state, int which, int cell) {
    return new Access(threads[which], state.threads[threads[which]].code[indices[which]], cell);
  }

  boolean isSeen(State state) {
    for (int number = 0; number < state.threadCount; number++) {
      ThreadState thread = state.threads[number];
      for (int index = 0; index < thread.count; index++) {
        if (thread.code[index].plain
            && isNext(state, number, index)
            && meetsOther(state, number, index)) {
          threads[0] = number;
          indices[0] = index;
          return true;
        }
      }
    }
    return false;
  }

  /** The accesses of a thread that may go. */
  Outlook.Next next(State state, int number) {
    Outlook.Next next = new Outlook.Next(new BitSet(), new BitSet(), new BitSet(), new BitSet());
    ThreadState thread = state.threads[number];
    for (int index = 0; index < thread.count; index++) {
      if (isNext(state, number, index)) {
        Code code = thread.code[index];
        boolean reads = code.kind == MemoryAccess.READ;
        for (int which = 0; which < code.addresses; which++) {
          (reads ? next.reads() : next.writes()).set(thread.cell(index, which));
          if (code.plain) {
            (reads ? next.plainReads() : next.plainWrites()).set(thread.cell(index, which));
          }
        }
      }
    }
    return next;
  }

  private boolean isNext(State state, int number, int index) {
    ThreadState thread = state.threads[number];
    return thread.code[index].isAccess()
        && !thread.done[index]
        && thread.ready(index)
        && rules.mayGo(thread, index, false, state.memoryOf(number));
  }

  private boolean meetsOther(State state, int number, int index) {
    ThreadState thread = state.threads[number];
    int cell = thread.cell(index, 0);
    boolean writes = thread.code[index].kind != MemoryAccess.READ;
    for (int other = 0; other < state.threadCount; other++) {
      ThreadState opponent = state.threads[other];
      for (int i = 0; other != number && i < opponent.count; i++) {
        if (opponent.code[i].isAccess()
            && (writes || opponent.code[i].kind != MemoryAccess.READ)
            && isNext(state, other, i)
            && opponent.accesses(i, cell)) {
          threads[1] = other;
          indices[1] = i;
          return true;
        }
      }
    }
    return false;
  }
}
