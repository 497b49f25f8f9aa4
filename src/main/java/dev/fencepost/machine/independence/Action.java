// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.independence;

import dev.fencepost.machine.step.MachineGenerator;
import dev.fencepost.machine.window.Footprint;

/**
 * A step that a thread may take now.
 *
 * @param index its place in the window, or {@link dev.fencepost.machine.step.StepLog#AT_FETCH}
 * @param target the memory that a store is to reach, where it is not to reach all at once
 * @param memory the only memory that it reads or writes, or {@link MachineGenerator#ALL_MEMORIES}
 * @param own what it accesses
 * @param behind what the thread may access by steps that are no actions yet, after it alone
 */
record Action(int index, int target, int memory, Footprint own, Footprint behind) {
  /** Whether actions on two memories cannot meet. */
  static boolean areApart(int memory, int other) {
    return memory != MachineGenerator.ALL_MEMORIES
        && other != MachineGenerator.ALL_MEMORIES
        && memory != other;
  }

  /** Whether this one and another access a common cell and one of them writes it. */
  boolean conflictsWith(Action other) {
    return !areApart(memory, other.memory) && own.conflictsWith(other.own);
  }

  /** This action where what lies behind a place may follow it at once. */
  Action followedBy(Footprint later) {
    Footprint all = Footprint.union(own, later);
    return new Action(index, target, MachineGenerator.ALL_MEMORIES, all, behind);
  }
}
