// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;

/** A state of the machine, unpacked. */
final class State {
  final long[] memory;
  final ThreadState[] threads = new ThreadState[Program.MAX_THREADS];
  int threadCount;

  /** A violation that counts only if the open guesses prove right, or 0. */
  int failure;

  /** Marks that count only if the open guesses prove right, as bits. */
  long marks;

  /** The threads that have local steps to take before this is a state of the search, as bits. */
  int agenda;

  private final ProgramCode program;

  State(ProgramCode program) {
    this.program = program;
    memory = new long[program.cells];
  }

  ThreadState thread(int number) {
    if (threads[number] == null) {
      threads[number] = new ThreadState(program);
    }
    return threads[number];
  }

  void copyFrom(State other) {
    System.arraycopy(other.memory, 0, memory, 0, memory.length);
    threadCount = other.threadCount;
    for (int i = 0; i < threadCount; i++) {
      thread(i).copyFrom(other.threads[i]);
    }
    failure = other.failure;
    marks = other.marks;
    agenda = other.agenda;
  }

  /** Starts a thread; gives its number. */
  int start(int declaration, long argument) {
    int number = threadCount++;
    ThreadState thread = thread(number);
    thread.start(declaration, program.registers(declaration));
    if (thread.registers > ThreadDecl.ARGUMENT) {
      thread.set(ThreadDecl.ARGUMENT, argument);
    }
    if (thread.registers > ThreadDecl.SELF) {
      thread.set(ThreadDecl.SELF, number);
    }
    agenda |= 1 << number;
    return number;
  }

  /** A store of thread {@code by} reaches memory: links of other threads to the cell are lost. */
  void write(int by, int cell, long value) {
    memory[cell] = value;
    for (int i = 0; i < threadCount; i++) {
      if (i != by && threads[i].link == cell) {
        threads[i].link = ThreadState.NO_LINK;
      }
    }
  }

  /** Whether some instance went on a guess that is not confirmed yet. */
  boolean hasOpenGuess() {
    for (int i = 0; i < threadCount; i++) {
      ThreadState thread = threads[i];
      for (int j = 0; j < thread.count; j++) {
        boolean failing = thread.guess[j] == 0 && thread.code[j].opcode == Opcode.CAS;
        if (thread.done[j] || failing) {
          return true;
        }
      }
    }
    return false;
  }

  boolean allEnded() {
    for (int i = 0; i < threadCount; i++) {
      if (!threads[i].ended) {
        return false;
      }
    }
    return true;
  }
}
