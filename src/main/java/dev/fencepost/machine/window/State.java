// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import dev.fencepost.ir.HeapBlocks;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.trace.TraceStep;
import java.util.BitSet;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A state of the machine, unpacked. A copy shares the threads of its original until it changes
 * them: see {@link #writable}. What it has not changed can be packed by copying bytes.
 */
public final class State {
  /**
   * One memory of all threads, or one after the other for each thread; strong cells in the first.
   */
  public final long[] memory;

  /** To be read; who changes a thread asks for {@link #writable}. */
  public final ThreadState[] threads = new ThreadState[Program.MAX_THREADS];

  public int threadCount;

  /** The packed state that this one was made from, or null. */
  public @Nullable PackedState origin;

  /** The threads that differ from {@link #origin}, and whether memory does. */
  public final ThreadSet changedThreads = new ThreadSet();

  public boolean changedMemory;

  /** A violation that counts only if the open guesses prove right, or 0. */
  public int failure;

  /** Marks that count only if the open guesses prove right, as bits. */
  public long marks;

  /** The threads that have local steps to take before this is a state of the search. */
  public final ThreadSet agenda = new ThreadSet();

  /** The threads that have taken a step, also a local one, since {@link #origin}. */
  public final ThreadSet moved = new ThreadSet();

  /** Whether the logs of other threads have the writes of this step. */
  public boolean recorded;

  /** Where loads run ahead: the cells that this step has written, also with their old values. */
  public final BitSet written = new BitSet();

  /** Whether a write came between the two halves of another thread's: then the run is dropped. */
  public boolean broken;

  /** Whether a plain load of this step has read a value that another thread had overwritten. */
  public boolean raced;

  /** What general laws need to know of instances; empty where a model has none. */
  public final History history;

  /** Which writes there are, where they reach threads by themselves; else none. */
  public final Coherence coherence = new Coherence();

  private final ProgramCode program;
  private final ThreadState[] own = new ThreadState[Program.MAX_THREADS];

  public State(ProgramCode program) {
    this.program = program;
    memory = new long[program.cells * (program.shared ? 1 : Program.MAX_THREADS)];
    history = new History(program.hasGeneralLaws ? program.mostThreads : 0);
  }

  /** The classes of instances that a thread, or one that is not started yet, may still fetch. */
  public long ahead(int number) {
    if (number >= threadCount) {
      return program.spawned;
    }
    ThreadState thread = threads[number];
    return thread.ended ? 0 : program.next(thread).ahead;
  }

  /** How many memories there are. */
  public int memories() {
    return program.shared ? 1 : program.segments == null ? threadCount : program.segments.count();
  }

  /** Whether a store has reached all memories. */
  public boolean isEverywhere(ThreadState thread, int store) {
    return thread.reflections(store) == (1 << memories()) - 1;
  }

  /** The memory that a thread reads. */
  public int memoryOf(int thread) {
    return program.shared ? 0 : program.segments == null ? thread : program.segments.of(thread);
  }

  /** Who reads a memory, in words. */
  public String seenBy(int target) {
    StringJoiner threads = new StringJoiner(", ");
    for (int i = 0; i < threadCount; i++) {
      if (memoryOf(i) == target) {
        threads.add(Integer.toString(i));
      }
    }
    return TraceStep.SEEN_BY + threads;
  }

  /**
   * The name of a thread, as traces have it: the first thread of a declaration has its name, the
   * second one's has a 2 behind it.
   */
  public String nameOf(int number) {
    int declaration = threads[number].declaration;
    int same = 1;
    for (int earlier = 0; earlier < number; earlier++) {
      same += threads[earlier].declaration == declaration ? 1 : 0;
    }
    String name = program.program.threads().get(declaration).name();
    return same == 1 ? name : name + " " + same;
  }

  private int at(int memoryNumber, int cell) {
    return program.isStrong(cell) ? cell : memoryNumber * program.cells + cell;
  }

  /** What a thread sees in a cell. */
  public long read(int thread, int cell) {
    return memory[at(memoryOf(thread), cell)];
  }

  /** A thread of this state alone, about to be filled. */
  public ThreadState fresh(int number) {
    if (own[number] == null) {
      own[number] = new ThreadState(program);
    }
    threads[number] = own[number];
    changedThreads.add(number);
    return own[number];
  }

  /** A thread that this state shares with no other. */
  public ThreadState writable(int number) {
    ThreadState shared = threads[number];
    if (shared == own[number]) {
      changedThreads.add(number);
      return shared;
    }
    ThreadState copy = fresh(number);
    copy.copyFrom(shared);
    return copy;
  }

  public void copyFrom(State other) {
    threadCount = other.threadCount;
    System.arraycopy(other.memory, 0, memory, 0, memories() * program.cells);
    System.arraycopy(other.threads, 0, threads, 0, threadCount);
    origin = other.origin;
    changedThreads.copyFrom(other.changedThreads);
    changedMemory = other.changedMemory;
    failure = other.failure;
    marks = other.marks;
    agenda.copyFrom(other.agenda);
    moved.copyFrom(other.moved);
    broken = other.broken;
    raced = other.raced;
    recorded = other.recorded;
    if (program.runsAhead) {
      written.clear();
      written.or(other.written);
    }
    if (program.hasGeneralLaws) {
      history.copyFrom(other.history);
    }
    if (program.propagates) {
      coherence.copyFrom(other.coherence);
    }
  }

  /** A child starts with what its creator sees: memory, and what is on its way there. */
  public int start(int declaration, long argument, int creator) {
    int number = start(declaration, argument);
    ThreadViews views = threads[creator].views;
    threads[number].views.seen = views.seen | views.known | views.coherent;
    if (program.segments != null) {
      program.segments.takeOver(this, creator, number);
    } else if (!program.shared) {
      changedMemory = true;
      System.arraycopy(
          memory, creator * program.cells, memory, number * program.cells, program.cells);
      for (int i = 0; i < number; i++) {
        ThreadState thread = writable(i);
        for (int j = 0; j < thread.count; j++) {
          thread.reflected[j] |= (thread.reflected[j] >>> creator & 1) << number;
        }
      }
      history.addTarget(creator, number);
    }
    return number;
  }

  /** Starts a thread; gives its number. */
  public int start(int declaration, long argument) {
    int number = threadCount++;
    ThreadState thread = fresh(number);
    thread.start(declaration, program.registers(declaration));
    if (thread.registers > ThreadDecl.ARGUMENT) {
      thread.set(ThreadDecl.ARGUMENT, argument);
    }
    if (thread.registers > ThreadDecl.SELF) {
      thread.set(ThreadDecl.SELF, number);
    }
    agenda.add(number);
    return number;
  }

  /** Nobody reads a cell from a memory any more. */
  public void drop(int target, int cell) {
    int at = at(target, cell);
    if (!program.isStrong(cell) && memory[at] != 0) {
      memory[at] = 0;
      changedMemory = true;
    }
  }

  /** A memory takes over what another one holds in a cell. */
  void copyCell(int from, int to, int cell) {
    memory[at(to, cell)] = memory[at(from, cell)];
    changedMemory = true;
  }

  /** Writes to every memory at once. */
  public void write(int by, int cell, long value) {
    if (program.propagates && !program.isStrong(cell)) {
      coherence.writeAtOnce(cell, value);
    }
    for (int i = 0; i < memories(); i++) {
      reflect(by, i, cell, value);
    }
  }

  /** Whether an access of a cell in a memory meets what was freed. */
  public boolean isFreed(int target, int cell) {
    return program.frees
        && (memory[at(target, cell)] == HeapBlocks.FREED
            || program.propagates && isInFreedBlock(cell));
  }

  /** Writes that propagate free no cells with their header: the header before a cell decides. */
  private boolean isInFreedBlock(int cell) {
    int header = cell;
    while (header >= program.program.memory().size()) {
      if (memory[header] == HeapBlocks.FREED || HeapBlocks.isHeader(memory[header])) {
        return memory[header] == HeapBlocks.FREED;
      }
      header--;
    }
    return false;
  }

  /** A write of thread {@code by} reaches a memory; it may free a whole block. */
  public void reflect(int by, int target, int cell, long value) {
    if (program.frees && value == HeapBlocks.FREED) {
      int cells = HeapBlocks.cells(memory[at(target, cell)]);
      for (int i = 1; i <= cells; i++) {
        reflectCell(by, target, cell + i, value);
      }
    }
    reflectCell(by, target, cell, value);
  }

  /** Links to the cell that others have are lost. */
  private void reflectCell(int by, int target, int cell, long value) {
    memory[at(target, cell)] = value;
    changedMemory = true;
    for (int i = 0; i < threadCount; i++) {
      if (i != by && memoryOf(i) == target && threads[i].link == cell) {
        writable(i).link = ThreadState.NO_LINK;
      }
    }
    if (program.pairs || program.runsAhead) {
      written.set(cell);
      for (int i = 0; i < threadCount; i++) {
        breakPairs(by, i, cell);
      }
    }
  }

  /** A write of a cell comes between a linked load and the store that is paired with it. */
  private void breakPairs(int by, int number, int cell) {
    ThreadState thread = threads[number];
    if (by == number && thread.link == (cell | Pairing.FORWARDED)) {
      writable(number).link = cell;
    }
    for (int i = 0; i < thread.count && by != number; i++) {
      boolean reads = thread.done[i] && thread.code[i].kind == MemoryAccess.READ;
      broken |= reads && thread.cell(i, 0) == cell && Pairing.passesRead(thread, i);
    }
    for (int i = 0; i < thread.count; i++) {
      int pair = thread.code[i].isPaired() ? thread.reflected[i] : 0;
      if (by == number && pair == (cell + 1 | Pairing.FORWARDED)) {
        writable(number).reflected[i] = cell + 1;
      } else if (by != number && pair == cell + 1) {
        broken |= !OpenOperands.isUndecided(thread, i);
        writable(number).reflected[i] = Pairing.LOST;
      }
    }
  }

  /**
   * Whether it is open if this run counts: some instance went on a guess that is not confirmed yet,
   * general laws may still block it, or somebody may write a cell between two instances that must
   * see one write ({@link OpenPairs}). A guess that nothing has gone on might as well not have been
   * made yet.
   */
  public boolean hasOpenGuess() {
    for (int i = 0; i < threadCount; i++) {
      if (lawsMayBlock(i) || hangsOnGuess(i)) {
        return true;
      }
    }
    return program.propagates
        ? OpenPairs.areThere(this)
        : (program.pairs || program.runsAhead) && !OpenPairs.canClose(this);
  }

  /** Whether some instance of a thread went on a guess that is not confirmed yet. */
  public boolean hangsOnGuess(int number) {
    ThreadState thread = threads[number];
    for (int i = 0; i < thread.count; i++) {
      if (thread.done[i] && !program.runsAhead
          || thread.hangsOnOutcome(i)
          || thread.code[i].opcode == Opcode.UNWRITTEN) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether general laws may block a run in which the thread has come so far: a store has reached
   * some memories only, or an instance is pending that later ones have passed. Pending instances
   * that none has passed might as well not have been fetched yet; one that ends in an error goes
   * nowhere.
   */
  private boolean lawsMayBlock(int number) {
    ThreadState thread = threads[number];
    boolean passed = false;
    int index = thread.count - 1;
    for (int i = history.count - 1; i >= 0; i--) {
      if (history.thread[i] != number || history.steps[i] == 0) {
        continue;
      }
      if (history.isDone(i)) {
        passed = true;
      } else if (history.performed[i] != 0) {
        return true;
      } else {
        while (thread.code[index] != history.code[i] || thread.done[index]) {
          index--;
        }
        if (passed && !OpenOperands.isStuck(thread, index)) {
          return true;
        }
        index--;
      }
    }
    return false;
  }
}
