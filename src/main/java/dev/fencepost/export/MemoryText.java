// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.Program;
import java.util.ArrayList;
import java.util.List;

/**
 * Memory in an exported model: one for all threads, or one for each of them, in which strong cells
 * stand once. A thread that is started sees what its creator sees; {@code alive} counts threads.
 *
 * @param threads how many threads there are in the end
 * @param isShared whether they have one memory
 * @param counts whether {@code alive} counts the threads
 */
record MemoryText(Program program, int threads, boolean isShared, boolean counts) {

  /** How many threads there are at the start. */
  private int initial() {
    return program.initial().size();
  }

  private boolean hasStrong() {
    return program.memory().stream().anyMatch(MemoryLocation::strong);
  }

  int cells() {
    return Math.max(1, program.cells());
  }

  void declare(Lines out, String names) {
    if (counts) {
      out.add("byte alive; /* how many threads were started */");
    }
    if (isShared) {
      out.add("int mem[" + cells() + "]; " + Lines.comment(names));
      return;
    }
    out.add("#define CELLS " + cells());
    String own = "((m) * CELLS + (c))";
    if (hasStrong()) {
      List<String> strong = new ArrayList<>();
      for (int cell = 0; cell < program.memory().size(); cell++) {
        if (program.memory().get(cell).strong()) {
          strong.add("(c) == " + cell);
        }
      }
      out.add("#define AT(m, c) ((" + String.join(" || ", strong) + ") -> (c) : " + own + ")");
    } else {
      out.add("#define AT(m, c) " + own);
    }
    out.add("int mem[CELLS * THREADS]; " + Lines.comment("for each thread: " + names));
  }

  void initialise(Lines out) {
    for (int thread = 0; thread < (isShared ? 1 : threads); thread++) {
      for (int cell = 0; cell < program.memory().size(); cell++) {
        long initially = program.memory().get(cell).initial();
        if (initially != 0) {
          out.add("%s = %s;", at(thread, Integer.toString(cell)), initially);
        }
      }
    }
    if (counts) {
      out.add("alive = " + initial() + ";");
    }
  }

  /** What a thread sees in a cell. */
  String at(int thread, String cell) {
    return isShared ? "mem[" + cell + "]" : "mem[AT(%d, %s)]".formatted(thread, cell);
  }

  /** Whether a thread has been started. */
  String isAlive(int thread) {
    return thread < initial() ? "1" : "alive > " + thread;
  }

  /** The number of threads with a memory: those started, or all if there is one memory. */
  String count() {
    return isShared ? "THREADS" : "alive";
  }

  /** A started thread takes over what its creator sees. */
  void start(Lines out, int creator, int child) {
    if (counts) {
      out.add("alive = %d;", child + 1);
    }
    if (isShared) {
      return;
    }
    out.add("i = 0;");
    out.open("do");
    out.add(":: i < CELLS -> mem[%d * CELLS + i] = mem[%d * CELLS + i]; i++", child, creator);
    out.add(":: else -> break");
    out.close("od;");
    out.add("i = 0;");
  }
}
