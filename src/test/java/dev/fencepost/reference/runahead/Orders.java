// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.runahead;

import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryOrder;

/** What the orders of accesses mean to a processor. */
final class Orders {
  private Orders() {}

  static void load(Cpu cpu, Entry entry, Instruction.Load load) {
    switch (cpu) {
      case ARMV8 -> {
        entry.acquire = load.order() == MemoryOrder.SEQ_CST;
        entry.acquirePc = load.order() == MemoryOrder.ACQUIRE;
      }
      case RISCV -> {
        entry.acquire = load.order().acquires();
        entry.release = load.order().releases();
        entry.rcsc = load.linked() && (entry.acquire || entry.release);
      }
    }
  }

  static void store(Cpu cpu, Entry entry, Instruction.Store store) {
    entry.release = store.order().releases();
    entry.acquire = cpu == Cpu.RISCV && store.order().acquires();
  }

  static void conditional(Cpu cpu, Entry entry, Instruction.StoreConditional store) {
    entry.release = store.order().releases();
    entry.conditional = true;
    entry.acquire = cpu == Cpu.RISCV && store.order().acquires();
    entry.rcsc = cpu == Cpu.RISCV && (entry.acquire || entry.release);
  }

  static void modify(Cpu cpu, Entry read, Entry write, MemoryOrder order, boolean silent) {
    read.pair = -1;
    write.pair = read.number;
    read.silent = silent;
    read.acquire = order.acquires() && !(silent && cpu == Cpu.ARMV8);
    write.release = order.releases();
    write.acquire = read.acquire;
    read.release = cpu == Cpu.RISCV && order.releases();
    read.rcsc = cpu == Cpu.RISCV && order != MemoryOrder.RELAXED;
    write.rcsc = read.rcsc;
  }
}
