// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.symmetry;

import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.machine.independence.Futures.Place;
import dev.fencepost.machine.step.StateCodec;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Footprint;
import dev.fencepost.machine.window.PackedState;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.SymmetricSystem.Canonical;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the states that stand for others: threads of a family that may be exchanged are put in the
 * order of what they hold, each with its cells, as if each were the family's first; then objects
 * that may be exchanged are put in order.
 */
final class CanonicalStates implements Canonical {
  private final SymmetricMachine system;
  private final ProgramCode program;
  private final StateCodec codec;

  /** Null where no objects may be exchanged. */
  private final @Nullable ObjectOrder objects;

  private final State state;
  private final State sorted;
  private final PackedState origin = new PackedState();

  /** What each member holds, as bytes, and how many. */
  private final byte[][] keys = new byte[Program.MAX_THREADS][256];

  private final int[] lengths = new int[Program.MAX_THREADS];

  /** Members that may be exchanged, and those whose contents go there. */
  private final int[] places = new int[Program.MAX_THREADS];

  private final int[] order = new int[Program.MAX_THREADS];
  private int count;

  CanonicalStates(SymmetricMachine system) {
    this.system = system;
    program = system.machine.program;
    codec = new StateCodec(program, system.machine.newLaws(), system.machine.guesses);
    objects = system.objects.map(ObjectOrder::new).orElse(null);
    state = new State(program);
    sorted = new State(program);
  }

  @Override
  public void add(byte[] bytes, int offset, int length, int code, Successors out) {
    boolean changed = false;
    if (code == Successors.FINE) {
      codec.unpack(bytes, offset, state, origin);
      sorted.copyFrom(state);
      for (ThreadFamily family : system.families) {
        int some = exchangeable(family);
        if (Integer.bitCount(some) > 1 && !isSorted(family, some)) {
          sort(family);
          changed = true;
        }
      }
    }
    if (code == Successors.FINE && objects != null) {
      changed |= objects.order(sorted);
    }
    if (changed) {
      byte[] target = out.reserve(codec.bound(sorted));
      out.add(codec.pack(sorted, target, out.end()), code);
    } else {
      out.add(bytes, offset, length, code);
    }
  }

  /**
   * The members that may be exchanged, as bits: those that run and that no other thread
   * distinguishes from here on.
   */
  private int exchangeable(ThreadFamily family) {
    if (family.members[family.members.length - 1] >= state.threadCount) {
      return 0;
    }
    int free = 0;
    for (int member = 0; member < family.members.length; member++) {
      free |= state.threads[family.members[member]].ended ? 0 : 1 << member;
    }
    for (int number = 0; number < state.threadCount && Integer.bitCount(free) > 1; number++) {
      ThreadState thread = state.threads[number];
      if (!thread.ended && thread.declaration != family.declaration) {
        free &= ~distinguished(number, family);
      }
    }
    return free;
  }

  private int distinguished(int number, ThreadFamily family) {
    ThreadState thread = state.threads[number];
    Code next = program.next(thread);
    if (!system.isAloof(next) && !(system.isWaiting(next) && thread.count == 0)) {
      return -1;
    }
    Place place = system.futures.at(number, next);
    int members = accessed(place.later, family);
    for (int i = 0; i < thread.count; i++) {
      if (thread.code[i].isAccess()) {
        Place pending = system.futures.at(number, thread.code[i]);
        members |= accessed(pending.own, family);
      }
    }
    return members;
  }

  /** The members that have some of these cells, as bits. */
  private static int accessed(Footprint cells, ThreadFamily family) {
    int members = 0;
    for (int member = 0; member < family.bits.length; member++) {
      long[] own = family.bits[member];
      for (int i = 0; i < own.length; i++) {
        members |= ((cells.reads[i] | cells.writes[i]) & own[i]) != 0 ? 1 << member : 0;
      }
    }
    return members;
  }

  /** Finds the order of some members; whether they are in it. */
  private boolean isSorted(ThreadFamily family, int some) {
    count = 0;
    for (int rest = some; rest != 0; rest &= rest - 1) {
      int member = Integer.numberOfTrailingZeros(rest);
      key(family, member);
      int place = count;
      places[count++] = member;
      while (place > 0 && compare(order[place - 1], member) > 0) {
        order[place] = order[place - 1];
        place--;
      }
      order[place] = member;
    }
    return Arrays.equals(places, 0, count, order, 0, count);
  }

  private int compare(int first, int second) {
    return Arrays.compare(keys[first], 0, lengths[first], keys[second], 0, lengths[second]);
  }

  /** Writes what a member holds, as if it were the first. */
  private void key(ThreadFamily family, int member) {
    int number = family.members[member];
    ThreadState thread = sorted.writable(number);
    move(thread, family, member, 0);
    int bound = codec.bound(thread) + family.cells[member].length * Long.BYTES;
    if (keys[member].length < bound) {
      keys[member] = new byte[2 * bound];
    }
    byte[] key = keys[member];
    int at = codec.pack(thread, key, 0);
    for (int cell : family.cells[member]) {
      long value = state.memory[cell];
      for (int i = 0; i < Long.BYTES; i++) {
        key[at++] = (byte) (value >> i * Byte.SIZE);
      }
    }
    lengths[member] = at;
    move(thread, family, 0, member);
  }

  /** Makes a thread that ran as one member run as another. */
  private static void move(ThreadState thread, ThreadFamily family, int from, int to) {
    if (thread.registers > ThreadDecl.ARGUMENT) {
      thread.register[ThreadDecl.ARGUMENT] = family.arguments[to];
    }
    for (int i = 0; i < thread.count; i++) {
      Code code = thread.code[i];
      for (int slot = 0; slot < code.addresses; slot++) {
        if ((thread.known[i] >>> slot & 1) != 0) {
          thread.setSlot(i, slot, moved(thread.slot(i, slot), family, from, to));
        }
      }
      for (int operand = 0; operand < code.operands.length; operand++) {
        if (code.operands[operand] == ThreadDecl.ARGUMENT) {
          thread.operand[thread.operandAt(i) + operand] = family.arguments[to];
        }
      }
    }
  }

  private static long moved(long address, ThreadFamily family, int from, int to) {
    for (int i = 0; i < family.cells[from].length; i++) {
      if (Program.addressOf(family.cells[from][i]) == address) {
        return Program.addressOf(family.cells[to][i]);
      }
    }
    return address;
  }

  /** Puts what the members hold into their order. */
  private void sort(ThreadFamily family) {
    for (int i = 0; i < count; i++) {
      int to = places[i];
      int from = order[i];
      ThreadState thread = sorted.fresh(family.members[to]);
      thread.copyFrom(state.threads[family.members[from]]);
      move(thread, family, from, to);
      for (int cell = 0; cell < family.cells[to].length; cell++) {
        sorted.memory[family.cells[to][cell]] = state.memory[family.cells[from][cell]];
      }
    }
    sorted.changedMemory = true;
  }
}
