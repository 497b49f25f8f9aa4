// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.runahead;

import dev.fencepost.ir.Program;
import java.util.ArrayList;
import java.util.List;

/**
 * A global state: the writes so far, in their order, and the threads. A point is a number of
 * writes.
 */
final class RunAheadState {
  /** A write that has reached memory. */
  record Write(int cell, long value, int thread) {}

  final List<Write> history = new ArrayList<>();
  final List<WindowedThread> threads = new ArrayList<>();
  final long[] strong;
  private final Program program;

  RunAheadState(Program program) {
    this.program = program;
    strong = new long[program.cells()];
  }

  RunAheadState copy() {
    RunAheadState copy = new RunAheadState(program);
    copy.history.addAll(history);
    threads.forEach(thread -> copy.threads.add(thread.copy()));
    System.arraycopy(strong, 0, copy.strong, 0, strong.length);
    return copy;
  }

  /** Equal for states that behave alike. */
  String key() {
    StringBuilder out = new StringBuilder();
    for (Write write : history) {
      out.append(write.cell()).append('=').append(write.value()).append(',');
      out.append(write.thread()).append(';');
    }
    threads.forEach(thread -> thread.describe(out.append('#')));
    for (long value : strong) {
      out.append(value).append(' ');
    }
    return out.toString();
  }

  int now() {
    return history.size();
  }

  /** The newest write to a cell at a point, or {@link Entry#INITIAL}. */
  int sourceAt(int cell, int point) {
    for (int i = point; i > 0; i--) {
      if (history.get(i - 1).cell() == cell) {
        return i;
      }
    }
    return Entry.INITIAL;
  }

  long valueOf(int source, int cell) {
    if (source != Entry.INITIAL) {
      return history.get(source - 1).value();
    }
    return cell < program.memory().size() ? program.memory().get(cell).initial() : 0;
  }

  /** Whether no other thread has written a cell since a write. */
  boolean isExclusive(int thread, int cell, int source) {
    return history.stream()
        .skip(source)
        .noneMatch(write -> write.cell() == cell && write.thread() != thread);
  }

  /** What memory holds; strong cells are apart. */
  List<Long> memory() {
    List<Long> memory = new ArrayList<>();
    for (int cell = 0; cell < strong.length; cell++) {
      boolean isStrong = cell < program.memory().size() && program.memory().get(cell).strong();
      memory.add(isStrong ? strong[cell] : valueOf(sourceAt(cell, now()), cell));
    }
    return memory;
  }
}
