// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.runahead;

import dev.fencepost.ir.FencePairs;
import dev.fencepost.ir.Instruction;

/** The order of a processor: who waits for whom, and which points loads come after. */
final class RunAheadOrder {
  private final Cpu cpu;

  RunAheadOrder(Cpu cpu) {
    this.cpu = cpu;
  }

  /** Whether an entry must still wait, and the point that a load comes after. */
  record Order(boolean waits, int after) {}

  Order of(WindowedThread thread, int index) {
    Entry b = thread.window.get(index);
    boolean write = b.kind == Entry.Kind.STORE;
    int after = Math.max(b.addressView, thread.floor);
    if (cpu == Cpu.ARMV8 && b.acquire || cpu == Cpu.RISCV && b.rcsc) {
      after = Math.max(after, thread.releases);
    }
    if (cpu == Cpu.RISCV && b.release) {
      after = Math.max(after, Math.max(thread.reads, thread.writes));
    }
    int reads = thread.reads;
    int returning = thread.returningReads;
    int writes = thread.writes;
    int addresses = thread.addresses;
    boolean readsPending = false;
    boolean returningPending = false;
    boolean writesPending = false;
    boolean addressesPending = false;
    for (int i = 0; i < index; i++) {
      Entry a = thread.window.get(i);
      if (a.kind == Entry.Kind.FENCE) {
        boolean fetch = !a.instruction.attributes().isEmpty();
        int pairs = ((Instruction.Fence) a.instruction).pairs();
        boolean ld = cpu == Cpu.ARMV8 && pairs == FencePairs.ACQUIRE;
        boolean afterRead = (pairs & (write ? FencePairs.RW : FencePairs.RR)) != 0;
        boolean afterWrite = (pairs & (write ? FencePairs.WW : FencePairs.WR)) != 0;
        if (fetch && addressesPending
            || afterRead && (ld ? returningPending : readsPending)
            || afterWrite && writesPending) {
          return new Order(true, 0);
        }
        after = fetch ? Math.max(after, Math.max(a.branchView, addresses)) : after;
        after = afterRead ? Math.max(after, ld ? returning : reads) : after;
        after = afterWrite ? Math.max(after, writes) : after;
        continue;
      }
      if (!a.isAccess() || a.cancelled) {
        continue;
      }
      boolean read = a.kind == Entry.Kind.LOAD;
      addressesPending |= a.cell < 0;
      addresses = Math.max(addresses, a.fullAddressView);
      if (!a.done) {
        readsPending |= read;
        returningPending |= read && !a.silent;
        writesPending |= !read;
        if (cpu.waits(a, b, a.cell == b.cell) && a.number != b.pair) {
          return new Order(true, 0);
        }
        if (cpu.waits(a, b, a.cell == b.cell) && write) {
          return new Order(true, 0);
        }
      } else {
        reads = read ? Math.max(reads, a.view) : reads;
        returning = read && !a.silent ? Math.max(returning, a.view) : returning;
        writes = read ? writes : Math.max(writes, a.view);
        if (cpu.waits(a, b, false)) {
          after = Math.max(after, a.view);
        }
      }
    }
    return new Order(false, after);
  }

  /** Whether a load may read a store of its window. */
  boolean mayForward(WindowedThread thread, Entry store, Entry load) {
    if (!store.dataKnown) {
      return false;
    }
    boolean paired = store.pair >= 0 || store.conditional;
    if (cpu == Cpu.RISCV) {
      return !paired;
    }
    if (load.acquires() && paired) {
      Entry read = thread.entry(store.pair);
      return read == null || read.done;
    }
    return true;
  }

  /** The nearest earlier store of the window to the cell that memory does not have. */
  static Entry forwarding(WindowedThread thread, int index) {
    int cell = thread.window.get(index).cell;
    for (int i = index - 1; i >= 0; i--) {
      Entry entry = thread.window.get(i);
      if (entry.kind == Entry.Kind.STORE && !entry.done && !entry.cancelled && entry.cell == cell) {
        return entry;
      }
    }
    return null;
  }

  /** Takes finished entries out of the window, oldest first, and keeps what later ones need. */
  void retire(WindowedThread thread) {
    while (!thread.window.isEmpty()) {
      Entry entry = thread.window.getFirst();
      boolean kept = entry.source < 0 && entry.kind == Entry.Kind.LOAD;
      boolean pairs = thread.window.stream().anyMatch(e -> e.pair == entry.number && !e.done);
      if (entry.kind != Entry.Kind.FENCE && !entry.done || kept || pairs) {
        return;
      }
      switch (entry.kind) {
        case LOAD -> {
          thread.reads = Math.max(thread.reads, entry.view);
          thread.returningReads =
              entry.silent ? thread.returningReads : Math.max(thread.returningReads, entry.view);
          if (cpu == Cpu.ARMV8 ? entry.acquires() : entry.acquire) {
            thread.floor = Math.max(thread.floor, entry.view);
          }
          thread.releases =
              cpu == Cpu.RISCV && entry.rcsc
                  ? Math.max(thread.releases, entry.view)
                  : thread.releases;
          thread.addresses = Math.max(thread.addresses, entry.fullAddressView);
          thread.sees(entry.cell, entry.source, entry.view, true);
          if (thread.exclusive == entry.number) {
            thread.exclusiveSource = entry.source;
            thread.exclusiveCell = entry.cell;
          }
        }
        case STORE -> {
          thread.addresses = Math.max(thread.addresses, entry.fullAddressView);
          if (!entry.cancelled) {
            thread.writes = Math.max(thread.writes, entry.view);
            boolean rcsc = cpu == Cpu.ARMV8 ? entry.release : entry.rcsc;
            thread.releases = rcsc ? Math.max(thread.releases, entry.view) : thread.releases;
            boolean both = cpu == Cpu.ARMV8 ? entry.acquire && entry.release : entry.acquire;
            thread.floor = both ? Math.max(thread.floor, entry.view) : thread.floor;
            thread.sees(entry.cell, entry.source, entry.view, false);
          }
        }
        case FENCE -> {
          Instruction.Fence fence = (Instruction.Fence) entry.instruction;
          boolean ld = cpu == Cpu.ARMV8 && fence.pairs() == FencePairs.ACQUIRE;
          if (!fence.attributes().isEmpty()) {
            thread.floor = Math.max(thread.floor, Math.max(entry.branchView, thread.addresses));
          }
          if ((fence.pairs() & FencePairs.RR) != 0) {
            thread.floor = Math.max(thread.floor, ld ? thread.returningReads : thread.reads);
          }
          if ((fence.pairs() & FencePairs.WR) != 0) {
            thread.floor = Math.max(thread.floor, thread.writes);
          }
        }
        case COMPUTE, SELECT -> {}
      }
      thread.window.removeFirst();
    }
  }
}
