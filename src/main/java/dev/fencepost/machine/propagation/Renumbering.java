// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.propagation;

import dev.fencepost.machine.window.Coherence;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import java.util.Arrays;

/** Drops settled writes of a state, and numbers the others by cell and coherence. */
final class Renumbering {
  private final State state;
  private final Coherence coherence;

  /** The writes that views distinguish, as bits. */
  private final long kept;

  /** The writes that stay, in their new order. */
  private final int[] order;

  private int count;

  /** Per write, its new number, or -1. */
  private final int[] numbers;

  Renumbering(State state, long kept) {
    this.state = state;
    this.kept = kept;
    coherence = state.coherence;
    order = new int[coherence.count];
    numbers = new int[coherence.count];
  }

  void run() {
    for (int i = 0; i < coherence.count; i++) {
      coherence.message[i] &= kept;
    }
    for (int i = 0; i < coherence.count; i++) {
      if (stays(i)) {
        insert(i);
      }
    }
    Arrays.fill(numbers, -1);
    for (int i = 0; i < count; i++) {
      numbers[order[i]] = i;
    }
    coherence.synced = moved(coherence.synced);
    for (int i = 0; i < state.threadCount; i++) {
      ThreadState thread = state.threads[i];
      thread.views.map(this::moved, thread.registers, thread.count);
    }
    coherence.permute(order, count, this::moved);
    for (int i = 0; i < count; i++) {
      normalise(i);
    }
  }

  /** Whether a write can still be read, or comes after one that somebody may write before. */
  private boolean stays(int write) {
    boolean first = coherence.base[write];
    boolean only = coherence.next(write) == Coherence.NONE && coherence.message[write] == 0;
    return (kept >>> write & 1) != 0 || first && !only;
  }

  private void insert(int write) {
    int at = count++;
    while (at > 0 && comesBefore(write, order[at - 1])) {
      order[at] = order[at - 1];
      at--;
    }
    order[at] = write;
  }

  private boolean comesBefore(int first, int second) {
    return coherence.cell[first] != coherence.cell[second]
        ? coherence.cell[first] < coherence.cell[second]
        : coherence.rank[first] < coherence.rank[second];
  }

  /** A view of the writes that are kept, by their new numbers. */
  private long moved(long view) {
    long result = 0;
    for (long rest = view & kept; rest != 0; rest &= rest - 1) {
      result |= 1L << numbers[Long.numberOfTrailingZeros(rest)];
    }
    return result;
  }

  private void normalise(int write) {
    boolean starts = write == 0 || coherence.cell[write - 1] != coherence.cell[write];
    coherence.rank[write] = starts ? 0 : coherence.rank[write - 1] + 1;
    int by = coherence.writer[write];
    boolean ghost = !coherence.base[write] && isBeforeBase(write);
    boolean plain =
        coherence.base[write] && coherence.message[write] == 0 && coherence.before[write] == 0;
    if (ghost) {
      coherence.value[write] = 0;
      coherence.message[write] = 0;
    }
    if (ghost || plain || by >= 0 && state.threads[by].ended) {
      coherence.writer[write] = Coherence.NOBODY;
    }
  }

  private boolean isBeforeBase(int write) {
    for (int i = write + 1; i < count && coherence.cell[i] == coherence.cell[write]; i++) {
      if (coherence.base[i]) {
        return true;
      }
    }
    return false;
  }
}
