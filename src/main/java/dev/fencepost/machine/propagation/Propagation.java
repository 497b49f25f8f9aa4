// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.propagation;

import dev.fencepost.ir.FencePairs;
import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.window.CellViews;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Coherence;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.machine.window.ThreadViews;

/**
 * The rules of writes that reach threads by themselves (docs/machine.md, "Propagation"). A load
 * reads any write of its cell that is not older than what it comes after; a store takes any place
 * in its cell's coherence order that is not.
 */
public record Propagation(OrderRules rules, Arrivals arrivals) {

  /** A fence that is not full leaves: nothing before it is pending that it orders. */
  public void pass(ThreadState thread, Code fence) {
    ThreadViews views = thread.views;
    if (rules.behindBranches(fence) != 0) {
      views.seen |= views.branches;
    }
    if ((fence.immediate & (FencePairs.RR | FencePairs.RW)) != 0) {
      views.fence();
    } else if ((fence.immediate & FencePairs.WW) != 0) {
      views.fencedWrites |= views.written;
    }
  }

  /**
   * Passes a full fence behind which nothing is pending and that shows others nothing new: a step
   * of its own would come later, and see more.
   */
  public static boolean passesAlone(State state, int number) {
    ThreadViews views = state.threads[number].views;
    long all = views.seen | views.known | views.coherent;
    boolean alone = state.threads[number].count == 0 && (all & ~state.coherence.synced) == 0;
    if (alone) {
      exchange(state, number);
    }
    return alone;
  }

  private static void exchange(State state, int number) {
    ThreadViews views = state.writable(number).views;
    views.fence();
    state.coherence.synced |= views.seen;
    views.seen = state.coherence.synced;
  }

  /** The thread passes a full fence. */
  public void sync(State state, int number) {
    exchange(state, number);
    arrivals.spread(state, number);
  }

  /** A thread sees all writes that there are, as in a step that acts on all memory at once. */
  public void seeAll(State state, int number) {
    Coherence coherence = state.coherence;
    coherence.synced |= coherence.count == Coherence.MOST ? -1L : (1L << coherence.count) - 1;
    sync(state, number);
  }

  /** The oldest write that a load may read, or {@link Coherence#NONE}. */
  public static int oldest(State state, int number, int index) {
    ThreadState thread = state.threads[number];
    long view = thread.views.coherent | early(thread, index);
    return state.coherence.last(thread.cell(index, 0), view);
  }

  /** What an instance comes after: fences, and the values of its address and data. */
  private static long early(ThreadState thread, int index) {
    ThreadViews views = thread.views;
    long view = views.floor[index] | views.result[ThreadViews.early(index)];
    int slots = Math.min(thread.code[index].slots.length, 2);
    for (int i = 0; i < slots; i++) {
      view |= views.slot(index, i, 0);
    }
    return view;
  }

  /** What else it is committed after: branches, earlier addresses, earlier accesses to its cell. */
  private static long late(ThreadState thread, int index, int cell) {
    ThreadViews views = thread.views;
    long view =
        views.control[index] | views.cells.accesses(cell) | views.result[ThreadViews.late(index)];
    for (int i = 0; i < thread.code[index].slots.length; i++) {
      view |= views.slot(index, i, 1);
    }
    for (int i = 0; i < index; i++) {
      view |= views.address(i, thread.code[i]);
    }
    return view | early(thread, index);
  }

  /** A load reads a write of its cell, or memory where that has none. */
  public static void read(State state, int number, int index, int which, int write) {
    ThreadState thread = state.threads[number];
    ThreadViews views = thread.views;
    Coherence coherence = state.coherence;
    int cell = thread.cell(index, which);
    CellViews cells = views.cells;
    int at = cells.add(cell);
    long early = early(thread, index);
    if (write != Coherence.NONE && coherence.writer[write] == number) {
      early |= cells.ownWrite[at];
    } else {
      if (write != coherence.last(cell, views.coherent)) {
        cells.olderReads[at] |= cells.lastReads[at];
        cells.lastReads[at] = 0;
      }
      early |= cells.olderReads[at] | (write == Coherence.NONE ? 0 : coherence.message[write]);
    }
    cells.lastReads[at] |= early;
    views.coherent |= coherence.upTo(write);
    views.source[index] = coherence.upTo(write);
    views.result[ThreadViews.early(index)] = early;
    long late = late(thread, index, cell);
    views.result[ThreadViews.late(index)] = late;
    cells.accesses[at] |= late;
    views.known |= late;
  }

  /** The first write behind which a store may come by coherence, or {@link Coherence#NONE}. */
  public static int first(State state, int number, int index) {
    ThreadState thread = state.threads[number];
    int cell = thread.cell(index, 0);
    return state.coherence.last(cell, thread.views.coherent | late(thread, index, cell));
  }

  /** Whether a store may come right behind a write by coherence. */
  public static boolean mayFollow(State state, int number, int index, int after) {
    ThreadState thread = state.threads[number];
    Coherence coherence = state.coherence;
    if (after == Coherence.NONE) {
      return true;
    }
    int next = coherence.next(after);
    return (next == Coherence.NONE || !coherence.glued[next])
        && coherence.fits(
            after, earlier(thread, index, coherence.cell[after]), exclusives(thread, index));
  }

  private static long earlier(ThreadState thread, int index, int cell) {
    return late(thread, index, cell) | thread.views.fencedWrites;
  }

  private static Coherence.Exclusives exclusives(ThreadState thread, int index) {
    ThreadViews views = thread.views;
    return thread.code[index].isPaired()
        ? new Coherence.Exclusives(views.preceding[index], views.overtaken[index])
        : Coherence.Exclusives.NONE;
  }

  /**
   * The write behind which the store of an exclusive pair comes: what its load has read, or a later
   * write of the thread itself that follows it. {@link Coherence#NONE} if it may not come there.
   */
  public static int paired(State state, int number, int index) {
    ThreadState thread = state.threads[number];
    Coherence coherence = state.coherence;
    int after = coherence.last(thread.cell(index, 0), thread.views.source[index]);
    int next = coherence.next(after);
    while (next != Coherence.NONE && coherence.writer[next] == number) {
      after = next;
      next = coherence.next(after);
    }
    int first = first(state, number, index);
    boolean fits =
        after == first || after != Coherence.NONE && coherence.rank[after] > coherence.rank[first];
    return fits && mayFollow(state, number, index, after) ? after : Coherence.NONE;
  }

  /** Whether the store of an exclusive pair, whose load has read, has no place any more. */
  public static boolean isLost(State state, int number, int index) {
    ThreadState thread = state.threads[number];
    if (!thread.addressKnown(index) || thread.reflected[index] != thread.cell(index, 0) + 1) {
      return false;
    }
    int cell = thread.cell(index, 0);
    return state.coherence.base(cell) != Coherence.NONE
        && paired(state, number, index) == Coherence.NONE;
  }

  /** An instance writes a cell, right behind a write of it by coherence. */
  public static void write(State state, int number, int index, int after, long value) {
    ThreadState thread = state.threads[number];
    ThreadViews views = thread.views;
    Coherence coherence = state.coherence;
    int cell = coherence.cell[after];
    long early = early(thread, index);
    long late = late(thread, index, cell);
    int write = coherence.insert(after, earlier(thread, index, cell), exclusives(thread, index));
    coherence.writer[write] = number;
    coherence.value[write] = value;
    coherence.message[write] = late | views.fencedWrites;
    views.coherent |= coherence.upTo(write);
    views.known |= coherence.message[write];
    views.written |= coherence.message[write] | coherence.upTo(write);
    CellViews cells = views.cells;
    int at = cells.add(cell);
    cells.olderReads[at] = late;
    cells.lastReads[at] = 0;
    cells.ownWrite[at] = early;
    cells.accesses[at] |= late;
    if (thread.code[index].isPaired()) {
      views.exclusives |= 1L << write;
      for (int i = 0; i < thread.count; i++) {
        long[] others = i < index ? views.overtaken : views.preceding;
        others[i] |= i != index && thread.code[i].isPaired() ? 1L << write : 0;
      }
    }
    if (coherence.next(write) == Coherence.NONE) {
      state.memory[cell] = value;
    }
    state.changedMemory = true;
  }
}
