// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import java.util.List;

/**
 * A program for the relaxed machine: memory, code, and the threads that run at the start.
 *
 * @param memory the cells in order; gaps stand between objects
 * @param threads the code that threads run
 * @param initial the threads that run at the start; thread numbers count on from here
 * @param pool what {@link Instruction.Allocate} takes from; its cells follow {@code memory}
 * @param marks the labels of {@link Instruction.Mark}
 * @param interchangeable arrays of objects that are declared to be all alike
 * @param assembly whether the instructions are those of a processor; else those of C11
 */
public record Program(
    String name,
    List<MemoryLocation> memory,
    List<ThreadDecl> threads,
    List<ThreadStart> initial,
    Pool pool,
    List<String> marks,
    List<ObjectArray> interchangeable,
    boolean assembly) {

  /** The distance between the addresses of neighbouring cells: low bits are free for tags. */
  public static final int CELL_BYTES = 8;

  /** How many threads may be started in one run. */
  public static final int MAX_THREADS = 16;

  /** A thread that runs at the start. */
  public record ThreadStart(int thread, long argument) {}

  public Program {
    memory = List.copyOf(memory);
    threads = List.copyOf(threads);
    initial = List.copyOf(initial);
    marks = List.copyOf(marks);
    interchangeable = List.copyOf(interchangeable);
  }

  /** A program of C11 instructions that declares no objects to be interchangeable. */
  public Program(
      String name,
      List<MemoryLocation> memory,
      List<ThreadDecl> threads,
      List<ThreadStart> initial,
      Pool pool,
      List<String> marks) {
    this(name, memory, threads, initial, pool, marks, List.of(), false);
  }

  /** The threads that the first one starts, as threads that run from the start. */
  public List<ThreadStart> startsOfMain() {
    return threads.getFirst().code().stream()
        .filter(Instruction.Spawn.class::isInstance)
        .map(spawn -> new ThreadStart(((Instruction.Spawn) spawn).thread(), 0))
        .toList();
  }

  /** The address of a cell; 0 is the address of none. */
  public static long addressOf(int cell) {
    return (cell + 1L) * CELL_BYTES;
  }

  /** This program with other code. */
  public Program withThreads(List<ThreadDecl> others) {
    return new Program(name, memory, others, initial, pool, marks, interchangeable, assembly);
  }

  /** This program with other cells, as many as before. */
  public Program withMemory(List<MemoryLocation> others) {
    return new Program(name, others, threads, initial, pool, marks, interchangeable, assembly);
  }

  /** This program with another pool. */
  public Program withPool(Pool other) {
    return new Program(name, memory, threads, initial, other, marks, interchangeable, assembly);
  }

  /** This program with other labels of marks. */
  public Program withMarks(List<String> others) {
    return new Program(name, memory, threads, initial, pool, others, interchangeable, assembly);
  }

  /** This program in instructions of a processor. */
  public Program inAssembly() {
    return new Program(name, memory, threads, initial, pool, marks, interchangeable, true);
  }

  /** The number of cells, with the pool. */
  public int cells() {
    return memory.size() + pool.extent();
  }

  /** Whether no access to a cell is in bounds. */
  public boolean isGap(int cell) {
    return cell < memory.size() ? memory.get(cell).isGap() : pool.isGap(cell - memory.size());
  }

  /** A cell as it is shown; one of the pool begins with no value. */
  public MemoryLocation location(int cell) {
    return cell < memory.size() ? memory.get(cell) : pool.location(cell - memory.size());
  }

  /** What the user calls a cell. */
  public String cellName(int cell) {
    return location(cell).shown();
  }

  /** Whether some thread can compare and swap, so that it matters whether that is a fence. */
  public boolean comparesAndSwaps() {
    return threads.stream()
        .flatMap(thread -> thread.code().stream())
        .anyMatch(
            instruction ->
                instruction instanceof Instruction.CompareAndSwap
                    || instruction instanceof Instruction.DoubleCompareAndSwap
                    || instruction instanceof Instruction.FetchAndModify);
  }

  /** The cell at an address, or -1 where there is none: null, misaligned, a gap, out of bounds. */
  public int cellAt(long address) {
    if (address <= 0 || address % CELL_BYTES != 0 || address / CELL_BYTES > cells()) {
      return -1;
    }
    int cell = (int) (address / CELL_BYTES) - 1;
    return isGap(cell) ? -1 : cell;
  }
}
