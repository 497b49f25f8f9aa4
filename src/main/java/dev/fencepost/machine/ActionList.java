// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.transition.ActionSystem;
import java.util.Arrays;

/** The actions of a state and their footprints, as parallel arrays that are used again. */
final class ActionList {
  /** In place of an index into a window. */
  static final int AT_FETCH = -1;

  /** In place of a memory. */
  static final int ALL_MEMORIES = -1;

  int count;
  final int[] actor = new int[ActionSystem.MAX_ACTIONS];
  final int[] index = new int[ActionSystem.MAX_ACTIONS];

  /** The memory that a store is to reach, where it is not to reach all at once. */
  final int[] target = new int[ActionSystem.MAX_ACTIONS];

  /** The only memory that the action reads or writes, or {@link #ALL_MEMORIES}. */
  final int[] memory = new int[ActionSystem.MAX_ACTIONS];

  final long[][] reads;
  final long[][] writes;

  ActionList(int words) {
    reads = new long[ActionSystem.MAX_ACTIONS][words];
    writes = new long[ActionSystem.MAX_ACTIONS][words];
  }

  /** Adds an action without a footprint; gives its number. */
  int add(int thread, int place) {
    int action = count++;
    actor[action] = thread;
    index[action] = place;
    target[action] = ALL_MEMORIES;
    memory[action] = ALL_MEMORIES;
    Arrays.fill(reads[action], 0);
    Arrays.fill(writes[action], 0);
    return action;
  }

  boolean isFull() {
    return count == actor.length;
  }

  /** Whether two actions of different threads conflict. */
  boolean conflict(int first, int second) {
    boolean apart =
        memory[first] != ALL_MEMORIES
            && memory[second] != ALL_MEMORIES
            && memory[first] != memory[second];
    return !apart
        && (Futures.meet(writes[first], reads[second])
            || Futures.meet(reads[first], writes[second])
            || Futures.meet(writes[first], writes[second]));
  }

  /**
   * Whether an action conflicts with what another thread, which reads from this memory, may do
   * later: what it writes gets to all memories.
   */
  boolean conflicts(int action, long[] laterReads, long[] laterWrites, int readMemory) {
    boolean unread = memory[action] != ALL_MEMORIES && memory[action] != readMemory;
    return Futures.meet(writes[action], laterWrites)
        || Futures.meet(reads[action], laterWrites)
        || !unread && Futures.meet(writes[action], laterReads);
  }
}
