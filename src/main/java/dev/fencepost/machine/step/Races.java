// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.ir.Instruction;
import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.MemoryAccess;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import java.util.BitSet;
import java.util.Optional;

/**
 * Data races: two threads may access one cell in their next steps, one of the accesses writes, and
 * one is plain. A compare-and-swap that fails by what memory holds reads; a store-conditional that
 * fails accesses nothing.
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

  /** An access that may go next, and what it then does. */
  public record Access(int thread, Code code, int cell, boolean writes) {}

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
    Code code = state.threads[threads[which]].code[indices[which]];
    boolean writes = isNext(state, threads[which], indices[which], true);
    return new Access(threads[which], code, cell, writes);
  }

  boolean isSeen(State state) {
    for (int number = 0; number < state.threadCount; number++) {
      ThreadState thread = state.threads[number];
      for (int index = 0; index < thread.count; index++) {
        boolean writes = thread.code[index].kind != MemoryAccess.READ;
        if (thread.code[index].plain
            && isNext(state, number, index, writes)
            && meetsOther(state, number, index, writes)) {
          threads[0] = number;
          indices[0] = index;
          return true;
        }
      }
    }
    return false;
  }

  /** The accesses of a thread that may go, whatever memory holds: more may write than do. */
  Outlook.Next next(State state, int number) {
    Outlook.Next next = new Outlook.Next(new BitSet(), new BitSet(), new BitSet(), new BitSet());
    ThreadState thread = state.threads[number];
    for (int index = 0; index < thread.count; index++) {
      Code code = thread.code[index];
      if (mayGo(state, number, index, false)
          || code.opcode == Opcode.CAS && mayGo(state, number, index, true)) {
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

  private boolean mayGo(State state, int number, int index, boolean fails) {
    ThreadState thread = state.threads[number];
    return thread.code[index].isAccess()
        && !thread.done[index]
        && thread.ready(index)
        && rules.mayGo(thread, index, fails, state.memoryOf(number));
  }

  /** Whether an access may go now and write, or go and only read. */
  private boolean isNext(State state, int number, int index, boolean writing) {
    boolean fails = !writing && state.threads[number].code[index].opcode == Opcode.CAS;
    return mayGo(state, number, index, fails) && does(state, number, index, writing);
  }

  /**
   * Whether an access whose operands are known can write by what memory holds now, or can only
   * read. One that is guessed to fail writes nothing.
   */
  private static boolean does(State state, int number, int index, boolean writing) {
    ThreadState thread = state.threads[number];
    Code code = thread.code[index];
    return switch (code.opcode) {
      case CAS ->
          holds(state, number, index, 0, 1)
              ? writing ? thread.guessedOutcome(index) != 0 : code.immediate != 0
              : !writing;
      case CAS2 ->
          writing == (holds(state, number, index, 0, 2) && holds(state, number, index, 1, 3));
      case PAIRED_STORE, STORE_CONDITIONAL -> {
        int cell = thread.cell(index, 0);
        boolean linked =
            code.isPaired() ? thread.reflected[index] == cell + 1 : thread.link == cell;
        yield writing && linked;
      }
      default -> writing == (code.kind != MemoryAccess.READ);
    };
  }

  /** Whether the cell of a slot has the value of another slot. */
  private static boolean holds(State state, int number, int index, int address, int expected) {
    ThreadState thread = state.threads[number];
    return state.read(number, thread.cell(index, address)) == thread.slot(index, expected);
  }

  private boolean meetsOther(State state, int number, int index, boolean writes) {
    int cell = state.threads[number].cell(index, 0);
    for (int other = 0; other < state.threadCount; other++) {
      ThreadState opponent = state.threads[other];
      for (int i = 0; other != number && i < opponent.count; i++) {
        if (opponent.code[i].isAccess()
            && (isNext(state, other, i, true) || writes && isNext(state, other, i, false))
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
