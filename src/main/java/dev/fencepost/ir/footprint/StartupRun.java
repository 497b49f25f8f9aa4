// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Program.ThreadStart;
import dev.fencepost.ir.Registers;
import dev.fencepost.ir.ThreadDecl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Runs the first thread of a program as far as it depends on known values alone. Finds the threads
 * that it starts, their order and arguments, and which of them run beside each of its instructions.
 * Values that depend on choices or on other threads are unknown; the run ends at a branch on one.
 */
final class StartupRun {
  private static final int MOST_STEPS = 100_000;

  private final Program program;
  private final List<Instruction> code;

  /** The cells that other threads write: unknown once another thread was started. */
  private final BitSet foreign;

  /** The known values of registers; null for unknown ones. */
  private final Long[] registers;

  private final Long[] memory;

  /** The threads started, without the first. */
  private final List<PlannedThread> started = new ArrayList<>();

  /** The threads that are running, as bits; those started first have the lowest. */
  private int running;

  /** Per position, the threads that may run beside it; and per thread, beside that. */
  private final int[] beside;

  private final int[] besideThread = new int[Program.MAX_THREADS];
  private boolean fixed = true;

  private StartupRun(Program program, BitSet foreign) {
    this.program = program;
    this.foreign = foreign;
    ThreadStart first = program.initial().getFirst();
    ThreadDecl thread = program.threads().get(first.thread());
    code = thread.code();
    registers = new Long[Math.max(2, thread.registers().size())];
    Arrays.fill(registers, 0L);
    registers[ThreadDecl.ARGUMENT] = first.argument();
    memory = new Long[program.cells()];
    Arrays.fill(memory, 0L);
    for (int cell = 0; cell < program.memory().size(); cell++) {
      memory[cell] = program.memory().get(cell).initial();
    }
    beside = new int[code.size()];
  }

  /**
   * Runs the first thread of a program that begins with one.
   *
   * @param foreign the cells that other threads may write
   */
  static StartupRun run(Program program, BitSet foreign) {
    StartupRun startup = new StartupRun(program, foreign);
    int pc = 0;
    for (int steps = 0; pc >= 0 && startup.fixed; steps++) {
      int next = steps < MOST_STEPS ? startup.step(pc) : -1;
      if (next < 0 && !(startup.code.get(pc) instanceof Instruction.End)) {
        startup.giveUp(pc);
      }
      pc = next;
    }
    return startup;
  }

  /** Whether all threads that are started have been found. */
  boolean isFixed() {
    return fixed;
  }

  List<PlannedThread> started() {
    return started;
  }

  /** The threads that may run beside an instruction of the first thread, as bits from 1 up. */
  int beside(int pc) {
    return beside[pc] << 1;
  }

  /** The threads that may run beside a thread that was started, as bits from 1 up. */
  int besideThread(int number) {
    return besideThread[number - 1] << 1;
  }

  /** Executes an instruction; the next position, or -1 if it is unknown. */
  private int step(int pc) {
    Instruction instruction = code.get(pc);
    beside[pc] |= running;
    switch (instruction) {
      case Instruction.Assign i -> set(i.target(), value(i.value()));
      case Instruction.Load i -> set(i.target(), load(value(i.address())));
      case Instruction.Store i -> store(value(i.address()), value(i.value()));
      case Instruction.Spawn i -> {
        if (started.size() + 1 >= Program.MAX_THREADS) {
          fixed = false;
          return -1;
        }
        spawn(i, pc);
      }
      case Instruction.Join i -> join(value(i.thread()));
      case Instruction.Branch i -> {
        Long condition = value(i.condition());
        return condition == null ? -1 : condition != 0 ? i.whenTrue() : i.whenFalse();
      }
      case Instruction.Jump i -> {
        return i.to();
      }
      case Instruction.End i -> {
        return -1;
      }
      default -> {
        instruction.addresses().forEach(address -> store(value(address), null));
        for (int register : Registers.written(instruction)) {
          set(register, null);
        }
      }
    }
    return pc + 1;
  }

  private void set(int register, @Nullable Long value) {
    if (register != Instruction.NO_TARGET) {
      registers[register] = value;
    }
  }

  private @Nullable Long load(@Nullable Long address) {
    int cell = address == null ? -1 : program.cellAt(address);
    return cell < 0 || !started.isEmpty() && foreign.get(cell) ? null : memory[cell];
  }

  private void store(@Nullable Long address, @Nullable Long value) {
    if (address == null) {
      Arrays.fill(memory, null);
    } else if (program.cellAt(address) >= 0) {
      memory[program.cellAt(address)] = value;
    }
  }

  private void spawn(Instruction.Spawn spawn, int pc) {
    int number = started.size();
    Long argument = value(spawn.argument());
    OptionalLong known = argument == null ? OptionalLong.empty() : OptionalLong.of(argument);
    started.add(new PlannedThread(spawn.thread(), known, pc));
    running |= 1 << number;
    for (int rest = running; rest != 0; rest &= rest - 1) {
      besideThread[Integer.numberOfTrailingZeros(rest)] |= running;
    }
    set(spawn.target(), number + 1L);
  }

  private void join(@Nullable Long thread) {
    if (thread != null && thread > 0 && thread <= started.size()) {
      running &= ~(1 << thread - 1);
    }
  }

  /**
   * Ends the run: from here on the thread may execute all reachable code, beside the threads that
   * run now.
   */
  private void giveUp(int pc) {
    for (int at : ControlFlow.reachable(code, pc).stream().toArray()) {
      beside[at] |= running;
      fixed &= !(code.get(at) instanceof Instruction.Spawn);
    }
  }

  private @Nullable Long value(Expr expr) {
    return Arithmetic.value(expr, register -> registers[register]);
  }
}
