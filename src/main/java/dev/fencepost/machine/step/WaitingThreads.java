// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.Opcode;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.transition.Successors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers for the sets of threads that wait for ever in states without steps, with their places.
 * Threads that may wait for ever where they are do not count, nor do those that join others that
 * wait. All generators of a machine share the numbers.
 */
public final class WaitingThreads {

  /**
   * A thread that has not ended and cannot go on.
   *
   * @param at the instruction that it waits at: the oldest of its window, or that at fetch
   */
  public record Waiting(String thread, Code at) {}

  private final ProgramCode program;
  private final Map<List<Waiting>, Integer> numbers = new LinkedHashMap<>();
  private final List<List<Waiting>> sets = new ArrayList<>();

  WaitingThreads(ProgramCode program) {
    this.program = program;
  }

  /** The number of the threads that wait in a state without steps. */
  int number(State state) {
    List<Waiting> waiting = new ArrayList<>();
    for (int number = 0; number < state.threadCount; number++) {
      ThreadState thread = state.threads[number];
      Code fetch = program.next(thread);
      Code at = thread.count == 0 ? fetch : thread.code[0];
      if (!thread.ended && !at.isRest()) {
        waiting.add(new Waiting(state.nameOf(number), at));
      }
    }
    List<Waiting> causes =
        waiting.stream().filter(thread -> thread.at.opcode != Opcode.JOIN).toList();
    return number(causes.isEmpty() ? waiting : causes);
  }

  private synchronized int number(List<Waiting> waiting) {
    return numbers.computeIfAbsent(
        waiting,
        set -> {
          sets.add(set);
          return Successors.NOBODY + sets.size();
        });
  }

  /** A name for a number, from which every process has the threads again. */
  public String name(int number) {
    StringBuilder name = new StringBuilder();
    for (Waiting each : of(number)) {
      name.append(place(each.at)).append(' ').append(each.thread).append('\n');
    }
    return name.toString();
  }

  private String place(Code code) {
    for (int thread = 0; thread < program.threads.length; thread++) {
      int at = Arrays.asList(program.threads[thread]).indexOf(code);
      if (at >= 0) {
        return thread + " " + at;
      }
    }
    throw new IllegalStateException("a thread waits outside its code");
  }

  /** The number of the threads with a name. */
  public int number(String name) {
    List<Waiting> waiting = new ArrayList<>();
    for (String line : name.lines().toList()) {
      String[] words = line.split(" ", 3);
      Code at = program.threads[Integer.parseInt(words[0])][Integer.parseInt(words[1])];
      waiting.add(new Waiting(words[2], at));
    }
    return number(waiting);
  }

  /** The threads with this number. */
  public synchronized List<Waiting> of(int number) {
    return sets.get(number - Successors.NOBODY - 1);
  }
}
