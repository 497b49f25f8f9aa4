// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.symmetry;

import dev.fencepost.ir.footprint.ObjectTypes;
import dev.fencepost.ir.footprint.ObjectTypes.Reference;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import java.util.Arrays;

/**
 * Puts objects that may be exchanged in an order that does not depend on which they are: by what
 * they hold and by who refers to them, and again by that of the objects that they refer to and that
 * refer to them. Where objects come out alike that are not, more states stand for themselves than
 * need be.
 */
final class ObjectOrder {
  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  /** Stands for a reference of an object to itself, and to another that may be exchanged. */
  private static final long SELF = -1;

  private static final long OTHER = -2;

  private static final int ROUNDS = 2;

  private final ObjectFamily family;
  private final ObjectTypes types;
  private final ProgramCode program;
  private final long[] weights;
  private final long[] before;
  private final int[] order;
  private long free;

  ObjectOrder(ObjectFamily family) {
    this.family = family;
    types = family.types;
    program = family.program;
    weights = new long[types.objects()];
    before = new long[types.objects()];
    order = new int[types.objects()];
  }

  private static long mixed(long hash, long value) {
    long product = (hash ^ value) * FACTOR;
    return product ^ product >>> 29;
  }

  /** Puts a state's objects in order; whether that changes it. */
  boolean order(State state) {
    free = family.free(state);
    boolean any = false;
    for (long alike : family.classes) {
      any |= Long.bitCount(alike & free) > 1;
    }
    if (!any) {
      return false;
    }
    weigh(state);
    boolean changed = false;
    for (long alike : family.classes) {
      changed |= sort(state, alike & free);
    }
    return changed;
  }

  private boolean sort(State state, long some) {
    int count = 0;
    for (long rest = some; rest != 0; rest &= rest - 1) {
      order[count++] = Long.numberOfTrailingZeros(rest);
    }
    boolean changed = false;
    for (int i = 0; i < count; i++) {
      int least = i;
      for (int j = i + 1; j < count; j++) {
        least = weights[order[j]] < weights[order[least]] ? j : least;
      }
      if (least != i) {
        family.swap(state, order[i], order[least]);
        long weight = weights[order[i]];
        weights[order[i]] = weights[order[least]];
        weights[order[least]] = weight;
        changed = true;
      }
    }
    return changed;
  }

  private void weigh(State state) {
    Arrays.fill(weights, 0);
    for (int cell : family.parts) {
      int object = family.objectOf[cell];
      long value = state.memory[cell];
      int to = types.referent(types.cell(cell), value);
      long held = to == object ? SELF : isFree(to) ? OTHER : value;
      weights[object] = mixed(weights[object], held);
    }
    for (int cell : family.references) {
      if (!isFree(family.objectOf[cell])) {
        count(types.cell(cell), state.memory[cell], cell);
      }
    }
    for (int number = 0; number < state.threadCount; number++) {
      if (!state.threads[number].ended) {
        count(state.threads[number], (number + 1L) << Integer.SIZE);
      }
    }
    for (int round = 0; round < ROUNDS; round++) {
      spread(state);
    }
  }

  private boolean isFree(int object) {
    return object >= 0 && (free >>> object & 1) != 0;
  }

  /** Something that is not exchanged holds a value. */
  private void count(Reference kind, long value, long place) {
    int to = types.referent(kind, value);
    if (to >= 0) {
      weights[to] += mixed(place, 1);
    }
  }

  private void count(ThreadState thread, long place) {
    for (int register : program.next(thread).live) {
      if (thread.registerReference[register] == ThreadState.NO_REFERENCE) {
        Reference kind = types.register(thread.declaration, register);
        count(kind, thread.register[register], place + register);
      }
    }
    long next = place + thread.registers;
    for (int i = 0; i < thread.count; i++) {
      Code code = thread.code[i];
      for (int slot = 0; slot < code.slots.length; slot++) {
        if ((thread.known[i] >>> slot & 1) != 0) {
          count(family.kind(code, slot), thread.slot(i, slot), next + slot);
        }
      }
      next += code.slots.length;
      for (int operand = 0; operand < code.operands.length; operand++) {
        int at = thread.operandAt(i) + operand;
        if (isOpen(thread, i, operand)) {
          Reference kind = types.register(thread.declaration, code.operands[operand]);
          count(kind, thread.operand[at], next + operand);
        }
      }
      next += code.operands.length;
    }
  }

  /** Whether an operand is known and a slot that is not known yet needs it. */
  private static boolean isOpen(ThreadState thread, int index, int operand) {
    Code code = thread.code[index];
    boolean needed = false;
    for (int slot = 0; slot < code.slots.length; slot++) {
      needed |= (thread.known[index] >>> slot & 1) == 0 && (code.needs[slot] >>> operand & 1) != 0;
    }
    int at = thread.operandAt(index) + operand;
    return needed && thread.operandReference[at] == ThreadState.NO_REFERENCE;
  }

  /** Adds to each object's weight those of the objects that it refers to and that refer to it. */
  private void spread(State state) {
    System.arraycopy(weights, 0, before, 0, weights.length);
    for (int cell : family.references) {
      int from = family.objectOf[cell];
      int to = types.referent(types.cell(cell), state.memory[cell]);
      if (isFree(from) && isFree(to)) {
        long place = family.fieldOf[cell];
        weights[from] += mixed(before[to], place);
        weights[to] += mixed(before[from], ~place);
      }
    }
  }
}
