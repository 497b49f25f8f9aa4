// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.ir.Program;
import dev.fencepost.ir.footprint.Footprints;
import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Footprint;
import dev.fencepost.machine.window.MemoryAccess;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import java.util.Arrays;

/**
 * Who can still see a cell of a memory, where threads have memories of their own.
 *
 * <p>A cell that no thread of a memory may read again is dropped from it: it holds 0. A store is
 * reflected without a step of its own, as soon as the memory model lets it, where nobody can see
 * when: to a memory that nobody reads it from; and to its own thread's memory, if no other thread
 * may write the cell and no other thread of that memory may read it, since the thread itself sees
 * its store before and after. Such a reflection changes no value that anybody reads, and having
 * been reflected never keeps an instance from going; so whatever could happen before it can happen
 * after it.
 */
final class Audience {
  private final ProgramCode program;
  private final OrderRules rules;
  private final Footprints footprints;
  private final int words;

  /** Per thread of the footprints and position, what the thread may access from there on. */
  private final Footprint[][] ahead;

  /** What properties read: never dropped, and reflected step by step. */
  private final long[] watched;

  /** Whether cells are dropped and reflections taken without a step. */
  private final boolean drops;

  /** Per thread, what it may still access. */
  private final Footprint[] threads = new Footprint[Program.MAX_THREADS];

  private final long[][] unborn = new long[Program.MAX_THREADS][];
  private final long[][] readersOfMemory = new long[Program.MAX_THREADS][];
  private final Emitter emitter;

  Audience(CompiledMachine machine, Footprints footprints, Emitter emitter) {
    this.emitter = emitter;
    program = machine.program;
    rules = machine.rules;
    this.footprints = footprints;
    drops = machine.options.dropsMemory() && rules.keepsStoresToACell();
    words = Footprint.words(program.cells);
    watched = new long[words];
    Footprint.addAll(watched, machine.observed);
    for (int i = 0; i < Program.MAX_THREADS; i++) {
      threads[i] = new Footprint(words);
      readersOfMemory[i] = new long[words];
      unborn[i] = new long[words];
    }
    ahead = new Footprint[footprints.threads()][];
    for (int thread = 0; thread < ahead.length; thread++) {
      ahead[thread] = new Footprint[footprints.size(thread)];
      for (int pc = 0; pc < ahead[thread].length; pc++) {
        ahead[thread][pc] = new Footprint(words);
        Footprint.addAll(ahead[thread][pc].reads, footprints.readsAhead(thread, pc));
        Footprint.addAll(ahead[thread][pc].writes, footprints.writesAhead(thread, pc));
      }
    }
  }

  /**
   * Takes the reflections that need no step. Threads of which a store has finished by that have
   * local steps to take, and are put on the agenda; where there are none, cells that nobody reads
   * are dropped (an observer still gets to see them).
   */
  void settle(State state) {
    look(state);
    for (int number = 0; number < state.threadCount; number++) {
      for (int index = 0; index < state.threads[number].count; index++) {
        if (state.threads[number].code[index].opcode == Opcode.STORE
            && settle(state, number, index)) {
          index--;
          state.agenda.add(number);
        }
      }
    }
    if (drops && !emitter.isObserved() && state.agenda.isEmpty()) {
      drop(state);
    }
  }

  /** Reflects a store where nobody can see it; {@code true} if that finishes it. */
  private boolean settle(State state, int number, int index) {
    ThreadState thread = state.threads[number];
    for (int target = 0; drops && thread.ready(index) && target < state.memories(); target++) {
      if (!thread.hasReached(index, target)
          && isUnseen(state, number, index, target)
          && rules.mayGo(thread, index, false, target)) {
        thread = state.writable(number);
        state.reflect(number, target, thread.cell(index, 0), thread.slot(index, 1));
        thread.reach(index, target);
      }
    }
    if (!state.isEverywhere(thread, index)) {
      return false;
    }
    state.writable(number).remove(index);
    emitter.observer.left(number, index);
    return true;
  }

  private boolean isUnseen(State state, int number, int index, int target) {
    ThreadState thread = state.threads[number];
    int cell = thread.cell(index, 0);
    if (Footprint.has(watched, cell)) {
      return false;
    }
    if (!Footprint.has(readersOfMemory[target], cell)) {
      return true;
    }
    if (target != state.memoryOf(number)) {
      return false;
    }
    for (int other = 0; other < state.threadCount; other++) {
      boolean reads = state.memoryOf(other) == target && Footprint.has(threads[other].reads, cell);
      if (other != number && (reads || Footprint.has(threads[other].writes, cell))) {
        return false;
      }
    }
    return !Footprint.has(unborn[target], cell) && !hasEarlierLoad(thread, index);
  }

  /** Whether an earlier load, which must not see the store, may still read the cell. */
  private static boolean hasEarlierLoad(ThreadState thread, int index) {
    for (int i = 0; i < index; i++) {
      boolean load = thread.code[i].kind == MemoryAccess.READ && !thread.done[i];
      if (load && (!thread.addressKnown(i) || OrderRules.sameCell(thread, i, index))) {
        return true;
      }
    }
    return false;
  }

  private void drop(State state) {
    for (int target = 0; target < state.memories(); target++) {
      for (int cell : program.stored) {
        if (!Footprint.has(readersOfMemory[target], cell) && !Footprint.has(watched, cell)) {
          state.drop(target, cell);
        }
      }
    }
  }

  /** Finds what each thread may still read and write, and what is read from each memory. */
  private void look(State state) {
    for (int target = 0; target < state.memories(); target++) {
      Arrays.fill(unborn[target], 0);
      if (program.segments != null) {
        program.segments.addKept(state.threadCount, target, unborn[target]);
      }
      System.arraycopy(unborn[target], 0, readersOfMemory[target], 0, words);
    }
    for (int number = 0; number < state.threadCount; number++) {
      ThreadState thread = state.threads[number];
      threads[number].clear();
      if (!thread.ended) {
        int planned = footprints.thread(number, thread.declaration);
        threads[number].include(ahead[planned][thread.pc]);
        for (int index = 0; index < thread.count; index++) {
          addInstance(ahead[planned], thread, index, threads[number]);
        }
      }
      Footprint.include(readersOfMemory[state.memoryOf(number)], threads[number].reads);
    }
  }

  private static void addInstance(
      Footprint[] ahead, ThreadState thread, int index, Footprint cells) {
    Code code = thread.code[index];
    if (!code.isAccess() || thread.done[index]) {
      return;
    }
    boolean reads = code.kind != MemoryAccess.WRITE || code.opcode == Opcode.UNLOCK;
    boolean writes = code.kind != MemoryAccess.READ;
    if (reads && !thread.addressKnown(index)) {
      Footprint.include(cells.reads, ahead[code.pc].reads);
    }
    if (writes && !thread.addressKnown(index)) {
      Footprint.include(cells.writes, ahead[code.pc].writes);
    }
    for (int i = 0; i < code.addresses && thread.addressKnown(index); i++) {
      if (reads) {
        Footprint.add(cells.reads, thread.cell(index, i));
      }
      if (writes) {
        Footprint.add(cells.writes, thread.cell(index, i));
      }
    }
  }
}
