// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.ir.HeapBlocks;
import dev.fencepost.ir.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * A state of the reference machine: memory, threads, how much of the pool is taken, the marks
 * passed, and the violations that wait for open address guesses to be confirmed. Never changes.
 */
final class ReferenceState {
  /** An access meets what was freed. */
  static final String FREED = "freed memory is used or freed again";

  final long[] memory;
  final List<ReferenceThread> threads;
  final int allocated;
  final long marks;
  final SortedSet<String> violations;
  private final int hash;

  private ReferenceState(
      long[] memory,
      List<ReferenceThread> threads,
      int allocated,
      long marks,
      SortedSet<String> violations) {
    this.memory = memory;
    this.threads = threads;
    this.allocated = allocated;
    this.marks = marks;
    this.violations = violations;
    int contents = Arrays.hashCode(memory) * 31 + threads.hashCode();
    hash = (contents * 31 + Long.hashCode(marks)) * 31 + violations.hashCode() + allocated;
  }

  static ReferenceState initial(Program program) {
    long[] memory = new long[program.cells()];
    for (int cell = 0; cell < program.memory().size(); cell++) {
      memory[cell] = program.memory().get(cell).initial();
    }
    ReferenceState state = new ReferenceState(memory, List.of(), 0, 0, new TreeSet<>());
    for (Program.ThreadStart start : program.initial()) {
      state = state.spawn(program, start.thread(), start.argument());
    }
    return state;
  }

  ReferenceThread thread(int number) {
    return threads.get(number);
  }

  ReferenceState with(int number, ReferenceThread thread) {
    List<ReferenceThread> changed = new ArrayList<>(threads);
    changed.set(number, thread);
    return new ReferenceState(memory, changed, allocated, marks, violations);
  }

  ReferenceState spawn(Program program, int decl, long argument) {
    List<ReferenceThread> more = new ArrayList<>(threads);
    more.add(ReferenceThread.start(program.threads().get(decl), decl, argument, threads.size()));
    return new ReferenceState(memory, more, allocated, marks, violations);
  }

  /** Memory after a write of a thread, which clears the links of the others to the cell. */
  ReferenceState write(int writer, int cell, long value) {
    long[] written = memory.clone();
    int freed = value == HeapBlocks.FREED ? HeapBlocks.cells(memory[cell]) : 0;
    Arrays.fill(written, cell, cell + freed + 1, value);
    boolean again = memory[cell] == HeapBlocks.FREED;
    List<ReferenceThread> changed = new ArrayList<>(threads);
    for (int other = 0; other < threads.size(); other++) {
      if (other != writer
          && threads.get(other).link >= cell
          && threads.get(other).link <= cell + freed) {
        changed.set(other, threads.get(other).linkTo(ReferenceThread.NO_LINK));
      }
    }
    ReferenceState after = new ReferenceState(written, changed, allocated, marks, violations);
    return again ? after.violate(FREED) : after;
  }

  /** This state after a read of a cell. */
  ReferenceState read(int cell) {
    return memory[cell] == HeapBlocks.FREED ? violate(FREED) : this;
  }

  ReferenceState allocate(int cells) {
    return new ReferenceState(memory, threads, allocated + cells, marks, violations);
  }

  ReferenceState pass(int mark) {
    return new ReferenceState(memory, threads, allocated, marks | 1L << mark, violations);
  }

  ReferenceState withoutMarks() {
    return marks == 0 ? this : new ReferenceState(memory, threads, allocated, 0, violations);
  }

  ReferenceState violate(String what) {
    SortedSet<String> more = new TreeSet<>(violations);
    more.add(what);
    return new ReferenceState(memory, threads, allocated, marks, more);
  }

  boolean allEnded() {
    for (ReferenceThread thread : threads) {
      if (!thread.hasEnded()) {
        return false;
      }
    }
    return true;
  }

  boolean addressGuessOpen() {
    for (ReferenceThread thread : threads) {
      if (thread.addressGuessOpen()) {
        return true;
      }
    }
    return false;
  }

  List<Long> memoryAsList() {
    return LongStream.of(memory).boxed().toList();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReferenceState that
        && hash == that.hash
        && allocated == that.allocated
        && marks == that.marks
        && Arrays.equals(memory, that.memory)
        && threads.equals(that.threads)
        && violations.equals(that.violations);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
