// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir;

import dev.fencepost.source.SourceSpan;
import java.util.List;
import java.util.Locale;

/** Prints programs for people. */
public final class ProgramText {
  private final Program program;
  private final StringBuilder text = new StringBuilder();

  private ProgramText(Program program) {
    this.program = program;
  }

  /** The program in whole lines: memory, then each thread's code with its places in the source. */
  public static String of(Program program) {
    return new ProgramText(program).print();
  }

  private String print() {
    line("program " + program.name());
    for (int cell = 0; cell < program.memory().size(); cell++) {
      MemoryLocation location = program.memory().get(cell);
      if (!location.isGap()) {
        line(
            String.format(
                Locale.ROOT,
                "  cell %-6d %s = %d%s",
                Program.addressOf(cell),
                location.name(),
                location.initial(),
                location.strong() ? " (strong)" : ""));
      }
    }
    if (program.pool() > 0) {
      line("  pool of " + program.pool() + " cells");
    }
    for (int thread = 0; thread < program.threads().size(); thread++) {
      line("");
      print(program.threads().get(thread), thread);
    }
    return text.toString();
  }

  private void print(ThreadDecl thread, int number) {
    String starts =
        program.initial().stream().anyMatch(start -> start.thread() == number)
            ? " (runs at the start)"
            : "";
    line("thread " + number + " " + thread.name() + starts);
    for (int pc = 0; pc < thread.code().size(); pc++) {
      Instruction instruction = thread.code().get(pc);
      String printed =
          String.format(Locale.ROOT, "  %4d  %s", pc, of(instruction, thread.registers()));
      SourceSpan span = instruction.origin().span();
      line(
          span.equals(SourceSpan.NONE)
              ? printed
              : String.format(Locale.ROOT, "%-60s // %s:%d", printed, span.file(), span.line()));
    }
  }

  private void line(String line) {
    text.append(line.stripTrailing()).append('\n');
  }

  private String of(Instruction instruction, List<String> names) {
    InstructionText printer = new InstructionText(names, program.marks());
    return printer.of(instruction);
  }
}
