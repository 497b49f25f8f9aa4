// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.cpu;

import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryOrder;

/**
 * A read, a write, both at once, or a fence.
 *
 * @param thread -1 for the write of an initial value
 * @param instance the number of its instruction among those that its thread has run
 * @param pair for the write of a read-modify-write, the event that reads; else -1
 * @param fence nothing for an access
 * @param origins what its address, its value, the branches before it and it as a whole come from
 */
record Event(
    int thread, int instance, Access access, int pair, Instruction.Fence fence, Origins origins) {

  /**
   * An access to memory.
   *
   * @param got the value that was read
   * @param put the value that was written
   * @param returns whether the value that was read goes to a register
   */
  record Access(
      Direction direction,
      int cell,
      long got,
      long put,
      MemoryOrder order,
      Role role,
      boolean returns) {}

  enum Direction {
    READ,
    WRITE,
    BOTH
  }

  enum Role {
    PLAIN,
    /** One of a load-exclusive and a store-exclusive. */
    EXCLUSIVE,
    /** A part of an instruction that reads and writes. */
    ATOMIC
  }

  /**
   * What an event comes from.
   *
   * @param any all of it, and what the write before a read of its own thread comes from
   */
  record Origins(Taint address, Taint data, Taint control, Taint any) {
    static final Origins NONE = new Origins(Taint.NONE, Taint.NONE, Taint.NONE, Taint.NONE);

    Origins shifted(int by) {
      return new Origins(
          address.shifted(by), data.shifted(by), control.shifted(by), any.shifted(by));
    }
  }

  static Event initial(int cell, long value) {
    Access access =
        new Access(Direction.WRITE, cell, 0, value, MemoryOrder.RELAXED, Role.PLAIN, false);
    return new Event(-1, 0, access, -1, null, Origins.NONE);
  }

  boolean reads() {
    return access != null && access.direction() != Direction.WRITE;
  }

  boolean writes() {
    return access != null && access.direction() != Direction.READ;
  }

  boolean sameCell(Event other) {
    return access != null && other.access != null && access.cell() == other.access.cell();
  }

  /** This event among those of all threads, the events of its thread from {@code offset} on. */
  Event shifted(int offset) {
    int shiftedPair = pair < 0 ? pair : pair + offset;
    return new Event(thread, instance, access, shiftedPair, fence, origins.shifted(offset));
  }
}
