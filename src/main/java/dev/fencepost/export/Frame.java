// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.Program;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import java.util.ArrayList;
import java.util.List;

/** What both forms have in common: memory, marks, properties. */
final class Frame {
  private final CheckedProgram checked;
  private final Program program;
  private final int threads;
  private final Lines out;

  Frame(CheckedProgram checked, int threads, Lines out) {
    this.checked = checked;
    this.program = checked.program();
    this.threads = threads;
    this.out = out;
  }

  /** Whether some thread links a load to a store. */
  boolean links() {
    return program.threads().stream()
        .flatMap(thread -> thread.code().stream())
        .anyMatch(
            i ->
                i instanceof Instruction.StoreConditional
                    || i instanceof Instruction.Load load && load.linked());
  }

  void declare() {
    out.add("#define THREADS " + threads);
    out.add("#define CELL(a) ((a) / " + Program.CELL_BYTES + " - 1)");
    out.add("#define VALID(a) " + valid());
    out.add("int mem[" + Math.max(1, program.cells()) + "]; /* " + cells() + " */");
    out.add("bit ended[THREADS];");
    if (links()) {
      out.add("short link[THREADS]; /* the cell of each thread's link, plus 1 */");
    }
    if (!program.marks().isEmpty()) {
      out.add("bit mark[" + program.marks().size() + "];");
    }
    out.add("hidden int i, x, y; /* temporary */");
    out.add("#define CHECK " + check());
  }

  private String valid() {
    StringBuilder text =
        new StringBuilder(
            "((a) > 0 && (a) %% %d == 0 && (a) <= %d"
                .formatted(Program.CELL_BYTES, Program.addressOf(program.cells() - 1)));
    for (int cell = 0; cell < program.memory().size(); cell++) {
      if (program.memory().get(cell).isGap()) {
        text.append(" && (a) != ").append(Program.addressOf(cell));
      }
    }
    return text.append(")").toString();
  }

  private String cells() {
    List<String> names = new ArrayList<>();
    for (int cell = 0; cell < program.memory().size(); cell++) {
      MemoryLocation location = program.memory().get(cell);
      if (!location.isGap()) {
        names.add(cell + ": " + location.name());
      }
    }
    return String.join(", ", names);
  }

  /** What is asserted after each step that changes memory. */
  private String check() {
    List<String> conditions = new ArrayList<>();
    for (Property property : checked.properties()) {
      if (property instanceof Property.Invariant invariant) {
        conditions.add(condition(invariant.condition()));
      }
    }
    return conditions.isEmpty() ? "skip" : "assert(" + String.join(" && ", conditions) + ")";
  }

  /** What is asserted when all threads have ended. */
  void finals() {
    for (Property property : checked.properties()) {
      if (property instanceof Property.FinalCondition condition) {
        out.add("assert(" + condition(condition.condition()) + ");");
      }
    }
    StringBuilder print = new StringBuilder("c_code { printf(\"@final");
    StringBuilder values = new StringBuilder();
    for (int cell = 0; cell < program.memory().size(); cell++) {
      if (!program.memory().get(cell).isGap()) {
        print.append(" %d");
        values.append(", now.mem[").append(cell).append(']');
      }
    }
    out.add("#ifdef FINALS");
    out.add(print.append("\\n\"").append(values).append("); };").toString());
    out.add("#endif");
  }

  private String condition(Expr expr) {
    ExprText text =
        new ExprText(
            program,
            register -> {
              throw new IllegalStateException("a register in a property");
            });
    List<String> parts = new ArrayList<>(text.defined(expr));
    parts.add(text.of(expr));
    return "(" + String.join(" && ", parts) + ")";
  }

  void initialise() {
    for (int cell = 0; cell < program.memory().size(); cell++) {
      long initial = program.memory().get(cell).initial();
      if (initial != 0) {
        out.add("mem[%d] = %s;".formatted(cell, initial));
      }
    }
    out.add("CHECK;");
  }

  /** Whether a deadlock is a violation. */
  boolean deadlockMatters() {
    return checked.properties().stream().anyMatch(Property.DeadlockFree.class::isInstance);
  }
}
