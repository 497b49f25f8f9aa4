// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * All interleavings of threads with plain accesses, atomics and exclusives, one operation at a
 * time: whether two of them that may go at once access a cell, one of them writing by what the cell
 * holds, one of them plainly.
 */
final class RacingThreads {
  static final int CELLS = 2;
  private static final int NO_LINK = -1;

  enum Kind {
    READ,
    WRITE,
    LOAD,
    STORE,
    ADD,
    SWAP,
    WEAK_SWAP,
    SWAP_BOTH,
    SWAP_IN_BLOCK,
    LOAD_LINKED,
    STORE_CONDITIONAL,
    SKIP_UNLESS
  }

  /**
   * An operation of a thread, which has one register.
   *
   * @param expected what a swap expects, or {@link #REGISTER}
   * @param with what is written or added; for a skip, how the register must be
   */
  record Operation(Kind kind, int cell, int expected, int with) {
    /** In place of an expected value: the register. */
    static final int REGISTER = -1;

    private boolean isPlain() {
      return kind == Kind.READ || kind == Kind.WRITE;
    }
  }

  private final List<List<Operation>> threads;
  private final Set<List<Integer>> seen = new HashSet<>();
  private final Deque<int[]> open = new ArrayDeque<>();

  // Where things are in a state, behind the places of the threads.
  private final int registers;
  private final int links;
  private final int cells;

  private RacingThreads(List<List<Operation>> threads) {
    this.threads = threads;
    registers = threads.size();
    links = registers + threads.size();
    cells = links + threads.size();
  }

  static boolean race(List<List<Operation>> threads) {
    return new RacingThreads(threads).run();
  }

  private boolean run() {
    int[] initial = new int[cells + CELLS];
    Arrays.fill(initial, links, cells, NO_LINK);
    add(initial);
    while (!open.isEmpty()) {
      int[] state = open.remove();
      for (int thread = 0; thread < threads.size(); thread++) {
        if (!hasEnded(state, thread)) {
          for (int other = 0; other < thread; other++) {
            if (!hasEnded(state, other) && races(state, thread, other)) {
              return true;
            }
          }
          step(state, thread, false);
          step(state, thread, true);
        }
      }
    }
    return false;
  }

  private void add(int[] state) {
    if (seen.add(Arrays.stream(state).boxed().toList())) {
      open.add(state);
    }
  }

  private boolean hasEnded(int[] state, int thread) {
    return state[thread] == threads.get(thread).size();
  }

  private Operation next(int[] state, int thread) {
    return threads.get(thread).get(state[thread]);
  }

  private boolean races(int[] state, int one, int other) {
    boolean plain = next(state, one).isPlain() || next(state, other).isPlain();
    for (int cell = 0; cell < CELLS && plain; cell++) {
      boolean accessed = accesses(state, one, cell) && accesses(state, other, cell);
      if (accessed && (writes(state, one) || writes(state, other))) {
        return true;
      }
    }
    return false;
  }

  private boolean accesses(int[] state, int thread, int cell) {
    Operation next = next(state, thread);
    return switch (next.kind()) {
      case SKIP_UNLESS, SWAP_IN_BLOCK -> false;
      case SWAP_BOTH -> true;
      case STORE_CONDITIONAL -> next.cell() == cell && state[links + thread] == cell;
      default -> next.cell() == cell;
    };
  }

  /** Whether the next operation writes by what the cells hold. */
  private boolean writes(int[] state, int thread) {
    Operation next = next(state, thread);
    int expected =
        next.expected() == Operation.REGISTER ? state[registers + thread] : next.expected();
    return switch (next.kind()) {
      case READ, LOAD, LOAD_LINKED, SKIP_UNLESS -> false;
      case WRITE, STORE, ADD -> true;
      case SWAP, WEAK_SWAP, SWAP_IN_BLOCK -> state[cells + next.cell()] == expected;
      case SWAP_BOTH -> state[cells] == expected && state[cells + 1] == next.with();
      case STORE_CONDITIONAL -> state[links + thread] == next.cell();
    };
  }

  /** Takes the next step; a weak swap may also fail for no reason. */
  private void step(int[] before, int thread, boolean fails) {
    Operation next = next(before, thread);
    if (fails && next.kind() != Kind.WEAK_SWAP) {
      return;
    }
    int[] state = before.clone();
    state[thread]++;
    int old = state[cells + next.cell()];
    boolean writes = writes(before, thread) && !fails;
    int register = registers + thread;
    switch (next.kind()) {
      case READ, LOAD, ADD -> state[register] = old;
      case LOAD_LINKED -> {
        state[register] = old;
        state[links + thread] = next.cell();
      }
      case SKIP_UNLESS -> state[thread] += state[register] == next.with() ? 0 : 1;
      case WRITE, STORE -> {}
      case SWAP, WEAK_SWAP, SWAP_BOTH, SWAP_IN_BLOCK -> state[register] = writes ? 1 : 0;
      case STORE_CONDITIONAL -> {
        state[register] = writes ? 1 : 0;
        state[links + thread] = NO_LINK;
      }
    }
    if (writes && next.kind() == Kind.SWAP_BOTH) {
      write(state, thread, 0, next.with());
      write(state, thread, 1, next.with() + 1);
    } else if (writes) {
      int value = next.kind() == Kind.ADD ? old + next.with() : next.with();
      write(state, thread, next.cell(), value);
    }
    add(state);
  }

  /** Others lose their links to the cell. */
  private void write(int[] state, int by, int cell, int value) {
    state[cells + cell] = value;
    for (int thread = 0; thread < threads.size(); thread++) {
      if (thread != by && state[links + thread] == cell) {
        state[links + thread] = NO_LINK;
      }
    }
  }
}
