// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.IrPrinter;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.List;

/**
 * A lowered program as data.
 *
 * @param memory the cells that have names
 * @param pool how many cells {@code malloc} may take
 */
public record ProgramListing(List<Cell> memory, int pool, List<Code> threads) {
  public ProgramListing {
    memory = List.copyOf(memory);
    threads = List.copyOf(threads);
  }

  /**
   * A memory cell.
   *
   * @param initial its value, or for a pointer its address
   */
  public record Cell(long address, String name, long initial, boolean strong) {}

  /**
   * A thread's code.
   *
   * @param initial whether it runs at the start
   */
  public record Code(
      String name, boolean initial, List<String> registers, List<Line> instructions) {
    public Code {
      registers = List.copyOf(registers);
      instructions = List.copyOf(instructions);
    }
  }

  /**
   * An instruction.
   *
   * @param text what it does, for people
   * @param statement the source text that it comes from
   */
  public record Line(
      int number,
      String text,
      List<String> attributes,
      String file,
      int line,
      String statement,
      String function) {
    public Line {
      attributes = List.copyOf(attributes);
    }
  }

  /** The program of a task. */
  public static ProgramListing of(CheckTask task) throws InvalidInputException {
    Program program = LoadedSource.program(task, new Inputs()).program();
    List<Cell> memory = new ArrayList<>();
    for (int cell = 0; cell < program.memory().size(); cell++) {
      MemoryLocation location = program.memory().get(cell);
      if (!location.isGap()) {
        memory.add(
            new Cell(
                Program.addressOf(cell), location.name(), location.initial(), location.strong()));
      }
    }
    List<Code> threads = new ArrayList<>();
    for (int number = 0; number < program.threads().size(); number++) {
      threads.add(code(program, number));
    }
    return new ProgramListing(memory, program.pool().cells(), threads);
  }

  private static Code code(Program program, int number) {
    ThreadDecl thread = program.threads().get(number);
    List<String> texts = IrPrinter.lines(program, thread);
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      Instruction instruction = thread.code().get(i);
      lines.add(
          new Line(
              i,
              texts.get(i),
              instruction.attributes(),
              instruction.origin().span().file(),
              instruction.origin().span().line(),
              instruction.origin().text(),
              instruction.origin().function()));
    }
    boolean initial = program.initial().stream().anyMatch(start -> start.thread() == number);
    return new Code(thread.name(), initial, thread.registers(), lines);
  }
}
