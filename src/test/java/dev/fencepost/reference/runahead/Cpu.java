// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.runahead;

/** A processor: how its order differs from that of others. */
public enum Cpu {
  ARMV8,
  RISCV;

  /** Whether a later access waits for an earlier one that is not done, by the two alone. */
  boolean waits(Entry a, Entry b, boolean bothCellsEqual) {
    boolean write = b.kind == Entry.Kind.STORE;
    if (write && (a.cell < 0 || bothCellsEqual)) {
      return true;
    }
    return switch (this) {
      case ARMV8 ->
          a.acquires() && a.kind == Entry.Kind.LOAD
              || write && b.release
              || a.kind == Entry.Kind.STORE && a.release && (b.acquire && !write || a.acquire);
      case RISCV -> a.acquire || b.release || a.rcsc && b.rcsc;
    };
  }
}
