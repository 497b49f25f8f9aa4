// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.ir.CellNumbers;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.Pool;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Registers;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

/** What both forms have in common: memory, marks, properties. */
final class Frame {
  /** Among more objects no expression finds that of an address. */
  private static final int MOST_OBJECTS = 256;

  private final CheckedProgram checked;
  private final Program program;
  private final MemoryText memory;
  private final ConditionText conditions;
  private final Lines out;
  private final BitSet marks = new BitSet();

  Frame(CheckedProgram checked, StaticThreads threads, MemoryText memory, Lines out) {
    this.checked = checked;
    this.program = checked.program();
    this.memory = memory;
    this.out = out;
    conditions = new ConditionText(program, threads, memory);
    checked.properties().forEach(p -> p.conditions().forEach(c -> marks.or(c.marks())));
  }

  Program program() {
    return program;
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

  /** Whether some property asks for a mark. */
  boolean isRead(Instruction.Mark mark) {
    return marks.get(mark.mark());
  }

  void declare() {
    out.add("#define THREADS " + memory.threads());
    out.add("#define CELL(a) ((a) / " + Program.CELL_BYTES + " - 1)");
    out.add("#define VALID(a) " + valid());
    checks(Expr.Within.class)
        .findFirst()
        .ifPresent(within -> out.add("#define OBJECT(a) " + numbers(within.objects())));
    checks(Expr.Alike.class)
        .findFirst()
        .ifPresent(
            alike -> {
              out.add("#define KIND(a) " + numbers(alike.kinds()));
              out.add("#define LIKE(a) ((a) < 0 -> -(a) : KIND(a))");
              out.add(
                  "#define ALIKE(a, b) (KIND(a) == %1$d || LIKE(b) == %1$d || KIND(a) == LIKE(b))",
                  CellNumbers.NONE);
            });
    memory.declare(out, cells());
    out.add("bit ended[THREADS];");
    if (links()) {
      out.add("short link[THREADS]; /* the cell of each thread's link, plus 1 */");
    }
    if (program.pool().cells() > 0) {
      out.add("short pool; /* how many cells malloc has given away */");
    }
    if (!marks.isEmpty()) {
      out.add("bit mark[" + program.marks().size() + "];");
    }
    out.add("hidden int i, x, y; /* temporary */");
  }

  private String valid() {
    StringBuilder text =
        new StringBuilder(
            "((a) > 0 && (a) %% %d == 0 && (a) <= %d"
                .formatted(Program.CELL_BYTES, Program.addressOf(program.cells() - 1)));
    for (int cell = 0; cell < program.memory().size(); cell++) {
      if (program.isGap(cell)) {
        text.append(" && (a) != ").append(Program.addressOf(cell));
      }
    }
    int pool = program.memory().size();
    for (Pool.Gaps gaps : program.pool().gaps()) {
      text.append(
          " && ((a) < %1$d || (a) >= %2$d || ((a) - %1$d) %% %3$d != 0)"
              .formatted(
                  Program.addressOf(pool + gaps.first()),
                  Program.addressOf(pool + gaps.end()),
                  Program.CELL_BYTES * gaps.distance()));
    }
    return text.append(")").toString();
  }

  private Stream<Expr> expressions() {
    Stream<Expr> conditions = checked.properties().stream().flatMap(p -> p.conditions().stream());
    Stream<Expr> code =
        program.threads().stream()
            .flatMap(thread -> thread.code().stream())
            .flatMap(instruction -> Registers.expressions(instruction).stream());
    return Stream.concat(conditions, code);
  }

  private static Stream<Expr> parts(Expr expr) {
    return Stream.concat(Stream.of(expr), expr.operands().stream().flatMap(Frame::parts));
  }

  /** The checks of pointers of a kind. */
  private <T extends Expr> Stream<T> checks(Class<T> kind) {
    return expressions().flatMap(Frame::parts).filter(kind::isInstance).map(kind::cast);
  }

  /** The number of the cell at an address, by the addresses at which numbers begin. */
  private static String numbers(CellNumbers cells) {
    List<CellNumbers.Start> starts = cells.starts();
    if (starts.size() > MOST_OBJECTS) {
      throw new ExportException("pointer arithmetic among " + starts.size() + " objects");
    }
    String text = Integer.toString(CellNumbers.NONE);
    for (CellNumbers.Start start : starts) {
      text = "((a) < %d -> %s : %d)".formatted(start.address(), text, start.number());
    }
    return text;
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

  /** What must be true after each step that changes memory. */
  String invariants() {
    List<String> texts = new ArrayList<>();
    for (Property property : checked.properties()) {
      if (property instanceof Property.Invariant invariant) {
        texts.add(conditions.of(invariant.condition()));
      }
    }
    return UniformWindow.all(texts);
  }

  /** Whether the condition of a property holds. */
  String condition(Expr condition) {
    return conditions.of(condition);
  }

  /** What is asserted when all threads have ended. */
  void finals() {
    for (Property property : checked.properties()) {
      if (property instanceof Property.FinalCondition condition) {
        out.add("assert(" + conditions.of(condition.condition()) + ");");
      }
    }
    StringBuilder print = new StringBuilder("c_code { printf(\"@final");
    StringBuilder values = new StringBuilder();
    for (int thread = 0; thread < (memory.isShared() ? 1 : memory.threads()); thread++) {
      for (int cell = 0; cell < program.memory().size(); cell++) {
        if (!program.memory().get(cell).isGap()) {
          boolean once = program.memory().get(cell).strong();
          int at = once ? cell : thread * memory.cells() + cell;
          print.append(" %d");
          values.append(", now.mem[").append(at).append(']');
        }
      }
    }
    out.add("#ifdef FINALS");
    out.add(print.append("\\n\"").append(values).append("); };").toString());
    out.add("#endif");
  }

  void initialise() {
    memory.initialise(out);
    out.add("CHECK;");
  }

  /** Whether a deadlock is a violation. */
  boolean deadlockMatters() {
    return checked.properties().stream().anyMatch(Property.DeadlockFree.class::isInstance);
  }
}
