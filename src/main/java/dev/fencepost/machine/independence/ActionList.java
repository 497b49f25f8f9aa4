// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.independence;

import dev.fencepost.machine.step.MachineGenerator;
import dev.fencepost.transition.ActionSystem;
import java.util.Arrays;

/** The actions of a thread and their footprints while they are found, as parallel arrays. */
final class ActionList {
  int count;

  /** Whether all actions of the thread found room; where not, none counts. */
  boolean complete;

  final int[] index = new int[ActionSystem.MAX_ACTIONS];

  /** The memory that a store is to reach, where it is not to reach all at once. */
  final int[] target = new int[ActionSystem.MAX_ACTIONS];

  /** The only memory that the action reads or writes, or {@link MachineGenerator#ALL_MEMORIES}. */
  final int[] memory = new int[ActionSystem.MAX_ACTIONS];

  final long[][] reads;
  final long[][] writes;

  /** Per action, what the thread may access by steps that are no actions yet, after it alone. */
  final long[][] readsBehind;

  final long[][] writesBehind;

  /** What the thread may access by other steps that are no actions yet. */
  final long[] laterReads;

  final long[] laterWrites;

  /** What loads of the thread that cannot go yet may read now: they run ahead. */
  final long[] early;

  ActionList(int words) {
    reads = new long[ActionSystem.MAX_ACTIONS][words];
    writes = new long[ActionSystem.MAX_ACTIONS][words];
    readsBehind = new long[ActionSystem.MAX_ACTIONS][words];
    writesBehind = new long[ActionSystem.MAX_ACTIONS][words];
    laterReads = new long[words];
    laterWrites = new long[words];
    early = new long[words];
  }

  void clear() {
    count = 0;
    complete = true;
    Arrays.fill(laterReads, 0);
    Arrays.fill(laterWrites, 0);
    Arrays.fill(early, 0);
  }

  /** Adds an action without a footprint; gives its number. */
  int add(int place) {
    int action = count++;
    index[action] = place;
    target[action] = MachineGenerator.ALL_MEMORIES;
    memory[action] = MachineGenerator.ALL_MEMORIES;
    Arrays.fill(reads[action], 0);
    Arrays.fill(writes[action], 0);
    Arrays.fill(readsBehind[action], 0);
    Arrays.fill(writesBehind[action], 0);
    return action;
  }

  /** What may be read after an action alone; after {@link Enablers#NONE}, at any time. */
  long[] readsBehind(int action) {
    return action == Enablers.NONE ? laterReads : readsBehind[action];
  }

  /** What may be written after an action alone; after {@link Enablers#NONE}, at any time. */
  long[] writesBehind(int action) {
    return action == Enablers.NONE ? laterWrites : writesBehind[action];
  }

  boolean isFull() {
    return count == index.length;
  }

  /** Whether two actions of the thread access a common cell and one of them writes it. */
  boolean conflict(int first, int second) {
    return !areApart(memory[first], memory[second])
        && Futures.conflict(reads[first], writes[first], reads[second], writes[second]);
  }

  /** Whether actions on these memories cannot meet. */
  static boolean areApart(int memory, int other) {
    return memory != MachineGenerator.ALL_MEMORIES
        && other != MachineGenerator.ALL_MEMORIES
        && memory != other;
  }
}
