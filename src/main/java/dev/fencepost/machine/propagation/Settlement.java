// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.propagation;

import dev.fencepost.ir.footprint.Footprints;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Coherence;
import dev.fencepost.machine.window.MemoryAccess;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.Pairing;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.machine.window.ThreadViews;
import java.util.BitSet;

/**
 * Brings a state into its canonical form: a write that no thread can be behind of any more is
 * <em>settled</em>, and earlier ones of its cell are dropped. For one generator.
 */
public final class Settlement {
  /** Every write: the view of a thread that does not access a cell any more. */
  private static final long ALL = -1;

  private final ProgramCode program;
  private final Footprints footprints;

  /** How many writes of a cell may be unsettled, where writes repeat. */
  private final int most;

  /** The positions, in the whole program, from which a thread may come to a join. */
  private final BitSet joins = new BitSet();

  /** Those from which it may come to a full fence. */
  private final BitSet syncs = new BitSet();

  /** Whether the bound has settled a write. */
  public boolean boundHit;

  public Settlement(ProgramCode program, Footprints footprints, int window) {
    this.program = program;
    this.footprints = footprints;
    boolean repeats = false;
    for (Code code : program.all) {
      repeats |= code.repeats && code.isAccess() && code.kind != MemoryAccess.READ;
      joins.set(code.global, program.ahead(code).stream().anyMatch(Settlement::joins));
      syncs.set(code.global, program.ahead(code).stream().anyMatch(Settlement::syncs));
    }
    most = repeats ? window : Coherence.MOST;
  }

  private static boolean joins(Code code) {
    return code.opcode == Opcode.SPAWN || code.opcode == Opcode.JOIN;
  }

  private static boolean syncs(Code code) {
    return code.opcode == Opcode.SPAWN || code.opcode == Opcode.ATOMIC_BEGIN || code.isFullFence();
  }

  /** Settles what can be, and brings writes and views into their canonical form. */
  public void settle(State state) {
    Coherence coherence = state.coherence;
    if (coherence.count == 0) {
      return;
    }
    state.origin = null;
    for (int i = 0; i < state.threadCount; i++) {
      state.writable(i);
    }
    long unsettled = 0;
    for (int i = 0; i < coherence.count; i++) {
      if (coherence.base[i]) {
        unsettled |= settleCell(state, i);
      }
    }
    dropLost(state);
    long overtaken = program.pairs ? overtaken(state) : 0;
    long insertable = insertable(state, unsettled) | overtaken;
    long kept = unsettled | overtaken;
    for (int i = 0; i < coherence.count; i++) {
      coherence.before[i] &= insertable;
      coherence.exclusiveBefore[i] &= program.pairs ? insertable : 0;
      kept |= (coherence.before[i] | coherence.exclusiveBefore[i]) != 0 ? 1L << i : 0;
    }
    new Renumbering(state, kept & ~redundant(state, kept)).run();
    forget(state);
  }

  /**
   * The writes by exclusives that come behind a store which has not been done, as bits, with all
   * that come after them. Views of exclusives get all that comes before and after, so that they are
   * whole when a write among these is dropped.
   */
  private static long overtaken(State state) {
    Coherence coherence = state.coherence;
    long all = 0;
    for (int number = 0; number < state.threadCount; number++) {
      ThreadState thread = state.threads[number];
      thread.views.exclusives = coherence.beforeExclusives(thread.views.exclusives);
      for (int i = 0; i < thread.count; i++) {
        thread.views.preceding[i] = coherence.beforeExclusives(thread.views.preceding[i]);
        thread.views.overtaken[i] = coherence.behindExclusives(thread.views.overtaken[i]);
        all |= thread.views.overtaken[i];
      }
    }
    return all;
  }

  /**
   * The writes before a base that no view has without the next one of their cell, as bits: what
   * they come after, that one does too.
   */
  private static long redundant(State state, long kept) {
    Coherence coherence = state.coherence;
    long old = 0;
    int[] next = new int[coherence.count];
    for (int i = 0; i < coherence.count; i++) {
      next[i] = coherence.next(i);
      boolean before = coherence.rank[i] < coherence.rank[coherence.base(coherence.cell[i])];
      old |= before ? 1L << i & kept : 0;
    }
    long needed = 0;
    for (int i = 0; old != 0 && i < coherence.count; i++) {
      needed |= needed(coherence.message[i], old, next);
    }
    needed |= needed(coherence.synced, old, next);
    for (int number = 0; old != 0 && number < state.threadCount; number++) {
      ThreadState thread = state.threads[number];
      long candidates = old;
      long[] found = {0};
      thread.views.map(
          view -> {
            found[0] |= needed(view, candidates, next);
            return view;
          },
          thread.registers,
          thread.count);
      needed |= found[0];
    }
    return old & ~needed;
  }

  private static long needed(long view, long old, int[] next) {
    long found = 0;
    for (long rest = view & old; rest != 0; rest &= rest - 1) {
      int write = Long.numberOfTrailingZeros(rest);
      found |= (view >>> next[write] & 1) == 0 ? 1L << write : 0;
    }
    return found;
  }

  /** Moves the base of a cell as far as it goes; gives the writes behind it, as bits. */
  private long settleCell(State state, int base) {
    Coherence coherence = state.coherence;
    int settled = base;
    int next = coherence.next(base);
    long unsettled = 0;
    int behind = 0;
    for (int i = next; i != Coherence.NONE; i = coherence.next(i)) {
      unsettled |= 1L << i;
      behind++;
    }
    while (next != Coherence.NONE && (isSeenByAll(state, next) || behind > most)) {
      if (!isSeenByAll(state, next)) {
        boundHit = true;
        show(state, next);
      }
      breakLinks(state, next);
      coherence.base[settled] = false;
      coherence.base[next] = true;
      settled = next;
      unsettled &= ~(1L << settled);
      behind--;
      next = coherence.next(settled);
    }
    coherence.glued[settled] = false;
    return unsettled;
  }

  private boolean isSeenByAll(State state, int write) {
    int cell = state.coherence.cell[write];
    for (int number = 0; number < state.threadCount; number++) {
      if ((floor(state, number, cell, false) >>> write & 1) == 0) {
        return false;
      }
    }
    return true;
  }

  /** The bound makes all threads see a write. */
  private static void show(State state, int write) {
    for (int number = 0; number < state.threadCount; number++) {
      Arrivals.see(state.threads[number], state.coherence.cell[write], 1L << write);
    }
  }

  /** What the accesses to a cell that a thread has still to execute come after at the least. */
  private long floor(State state, int number, int cell, boolean writes) {
    ThreadState thread = state.threads[number];
    if (thread.ended) {
      return ALL;
    }
    int planned = footprints.thread(number, thread.declaration);
    for (int i = 0; i < thread.count; i++) {
      if (mayAccess(thread, planned, i, cell, writes)) {
        return thread.views.coherent | thread.views.floor[i];
      }
    }
    boolean ahead =
        footprints.writesAhead(planned, thread.pc).get(cell)
            || !writes && footprints.readsAhead(planned, thread.pc).get(cell);
    return ahead ? thread.views.coherent | thread.views.seen : ALL;
  }

  private boolean mayAccess(ThreadState thread, int planned, int index, int cell, boolean writes) {
    Code code = thread.code[index];
    if (!code.isAccess() || thread.done[index] || writes && code.kind == MemoryAccess.READ) {
      return false;
    }
    if (thread.addressKnown(index)) {
      boolean found = false;
      for (int i = 0; i < code.addresses; i++) {
        found |= thread.cell(index, i) == cell;
      }
      return found;
    }
    return footprints.reads(planned, code.pc).get(cell)
        || footprints.stores(planned, code.pc).get(cell)
        || footprints.writes(planned, code.pc).get(cell);
  }

  /** A thread whose linked load has read an older write of the cell cannot store any more. */
  private static void breakLinks(State state, int write) {
    int cell = state.coherence.cell[write];
    for (int number = 0; number < state.threadCount; number++) {
      ThreadState thread = state.threads[number];
      if (state.coherence.writer[write] != number) {
        if (thread.link == cell && (thread.views.link >>> write & 1) == 0) {
          thread.link = ThreadState.NO_LINK;
        }
        for (int i = 0; i < thread.count; i++) {
          if (thread.code[i].isPaired()
              && thread.reflected[i] == cell + 1
              && (thread.views.source[i] >>> write & 1) == 0) {
            thread.reflected[i] = Pairing.LOST;
          }
        }
      }
    }
  }

  /** A run goes no further in which a store can be written no more that is paired with its load. */
  private static void dropLost(State state) {
    for (int number = 0; number < state.threadCount; number++) {
      ThreadState thread = state.threads[number];
      for (int i = 0; i < thread.count; i++) {
        if (thread.code[i].isPaired() && Propagation.isLost(state, number, i)) {
          boolean open =
              thread.code[i].opcode == Opcode.PAIRED_STORE
                  && (thread.known[i] & Code.CONDITION) == 0;
          thread.reflected[i] = Pairing.LOST;
          state.broken |= !open;
        }
      }
    }
  }

  /** The unsettled writes that some thread may still write before, as bits. */
  private long insertable(State state, long unsettled) {
    long found = 0;
    for (long rest = unsettled; rest != 0; rest &= rest - 1) {
      int write = Long.numberOfTrailingZeros(rest);
      for (int number = 0; number < state.threadCount; number++) {
        long floor = floor(state, number, state.coherence.cell[write], true);
        found |= (floor >>> write & 1) == 0 ? 1L << write : 0;
      }
    }
    return found;
  }

  /** Forgets views that nothing can come after any more. */
  private void forget(State state) {
    boolean joined = false;
    boolean synced = false;
    for (int number = 0; number < state.threadCount; number++) {
      ThreadState thread = state.threads[number];
      joined |= !thread.ended && joins.get(program.next(thread).global);
      synced |= !thread.ended && syncs.get(program.next(thread).global);
    }
    state.coherence.synced = synced ? state.coherence.synced : 0;
    for (int number = 0; number < state.threadCount; number++) {
      ThreadState thread = state.threads[number];
      if (thread.ended) {
        thread.views.seen = joined ? thread.views.seen : 0;
      } else {
        forget(state, number);
      }
    }
  }

  private void forget(State state, int number) {
    ThreadState thread = state.threads[number];
    ThreadViews views = thread.views;
    long low = views.seen;
    for (int i = 0; i < thread.count; i++) {
      low &= thread.code[i].isAccess() ? views.floor[i] : ALL;
    }
    views.strip(low, thread);
    views.cells.keep(cell -> floor(state, number, cell, false) != ALL);
    for (long rest = views.coherent & low; rest != 0; rest &= rest - 1) {
      int write = Long.numberOfTrailingZeros(rest);
      if (!views.cells.has(state.coherence.cell[write])) {
        views.coherent &= ~(1L << write);
      }
    }
  }
}
