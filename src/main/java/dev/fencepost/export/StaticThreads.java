// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The threads of a program whose starts are static: those at the start, and those that the first
 * thread starts before its first branch.
 */
final class StaticThreads {
  /** The number of the thread that starts others. */
  static final int CREATOR = 0;

  /**
   * A thread.
   *
   * @param number as the machine counts threads
   * @param declaration the code that it runs, as a number in the program
   */
  record StaticThread(int number, int declaration, ThreadDecl code, long argument) {

    /** Sets the registers that have a value when the thread starts. */
    void setRegisters(Lines out, String registers) {
      if (code.registers().size() > ThreadDecl.ARGUMENT) {
        out.add("%s[%d] = %d;", registers, ThreadDecl.ARGUMENT, argument);
      }
      if (code.registers().size() > ThreadDecl.SELF) {
        out.add("%s[%d] = %d;", registers, ThreadDecl.SELF, number);
      }
    }
  }

  private final List<StaticThread> threads = new ArrayList<>();
  private final Map<Integer, Integer> starts = new HashMap<>();

  StaticThreads(Program program) {
    for (Program.ThreadStart start : program.initial()) {
      add(program, start.thread(), start.argument());
    }
    addStarted(program, program.initial().get(0).thread());
    for (StaticThread thread : threads) {
      boolean creates = thread.code().code().stream().anyMatch(Instruction.Spawn.class::isInstance);
      if (creates && thread.number() != CREATOR) {
        throw late();
      }
    }
  }

  /** Adds the threads that the first one starts on its way to the first branch. */
  private void addStarted(Program program, int creator) {
    boolean straight = runsOnce(program, creator);
    List<Instruction> code = program.threads().get(creator).code();
    for (int pc = 0; pc < code.size(); pc++) {
      if (code.get(pc) instanceof Instruction.Spawn spawn) {
        if (!straight || !(spawn.argument() instanceof Expr.Constant(long argument))) {
          throw late();
        }
        starts.put(pc, threads.size());
        add(program, spawn.thread(), argument);
      }
      straight &=
          !(code.get(pc) instanceof Instruction.Branch
              || code.get(pc) instanceof Instruction.Jump
              || code.get(pc) instanceof Instruction.End);
    }
  }

  private static ExportException late() {
    return new ExportException(
        "a thread is started behind a branch, by another thread than the first, or with an"
            + " argument that is not constant");
  }

  private static boolean runsOnce(Program program, int thread) {
    return program.initial().stream().filter(start -> start.thread() == thread).count() == 1;
  }

  private void add(Program program, int declaration, long argument) {
    ThreadDecl code = program.threads().get(declaration);
    threads.add(new StaticThread(threads.size(), declaration, code, argument));
  }

  List<StaticThread> all() {
    return threads;
  }

  /** The number of the thread that the first thread starts at this position. */
  int startedAt(int pc) {
    return Objects.requireNonNull(starts.get(pc));
  }

  /** Whether every thread has ended. */
  String allEnded() {
    return threads.stream()
        .map(thread -> "ended[" + thread.number() + "]")
        .collect(Collectors.joining(" && "));
  }

  boolean isStarted(int number) {
    return starts.containsValue(number);
  }
}
