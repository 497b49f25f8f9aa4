// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.budget.Budget;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.FencePairs;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Pool;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Program.ThreadStart;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.memorymodel.ModelDefinition;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A tiny program that shows what a memory model does: a list of statements for each thread.
 *
 * @param threads of which there are one or two
 */
record ProbeProgram(List<List<Statement>> threads) {
  private static final List<String> CELLS = List.of("x", "y");
  private static final int RESULT = 2;

  ProbeProgram {
    threads = threads.stream().map(List::copyOf).toList();
  }

  enum Kind {
    LOAD,
    STORE,
    RMW,
    FENCE
  }

  /**
   * An access or a fence.
   *
   * @param cell 0 or 1
   * @param attribute one that the model declares, or empty
   */
  record Statement(Kind kind, int cell, MemoryOrder order, String attribute) {
    static Statement plain(Kind kind, int cell) {
      return new Statement(kind, cell, MemoryOrder.RELAXED, "");
    }

    String text() {
      String name = CELLS.get(cell);
      String statement =
          switch (kind) {
            case LOAD -> "r = " + name;
            case STORE -> name + " = 1";
            case RMW -> "r = " + name + "++";
            case FENCE -> "fence";
          };
      String order = order() == MemoryOrder.RELAXED ? attribute : order().name();
      return order.isEmpty() ? statement : statement + " [" + order.toLowerCase(Locale.ROOT) + "]";
    }

    Instruction instruction() {
      Expr address = Expr.constant(Program.addressOf(cell));
      Expr one = Expr.constant(1);
      Origin origin = Origin.of(text());
      Instruction plain =
          switch (kind) {
            case LOAD -> new Instruction.Load(RESULT, address, order, false, false, origin);
            case STORE -> new Instruction.Store(address, one, order, false, origin);
            case RMW ->
                new Instruction.FetchAndModify(
                    RESULT,
                    Instruction.Modification.ADD,
                    address,
                    one,
                    32,
                    true,
                    order,
                    List.of(),
                    origin);
            case FENCE -> new Instruction.Fence(attribute.isEmpty() ? FencePairs.FULL : 0, origin);
          };
      return attribute.isEmpty() ? plain : plain.with(List.of(attribute));
    }
  }

  /** Threads side by side, statements with semicolons: {@code x = 1; r = y | y = 1; r = x}. */
  String text() {
    return threads.stream()
        .map(thread -> thread.stream().map(Statement::text).collect(Collectors.joining("; ")))
        .collect(Collectors.joining("  |  "));
  }

  /** The program with the property that no run ends. */
  CheckedProgram checked() {
    List<MemoryLocation> memory = CELLS.stream().map(cell -> MemoryLocation.of(cell, 0)).toList();
    List<ThreadDecl> declarations = new ArrayList<>();
    List<ThreadStart> starts = new ArrayList<>();
    for (List<Statement> thread : threads) {
      List<Instruction> code =
          new ArrayList<>(thread.stream().map(Statement::instruction).toList());
      code.add(new Instruction.End(Origin.of("end")));
      int number = declarations.size();
      declarations.add(new ThreadDecl("P" + number, code, List.of("argument", "self", "r")));
      starts.add(new ThreadStart(number, 0));
    }
    Program program = new Program("probe", memory, declarations, starts, Pool.NONE, List.of());
    Property endless = new Property.FinalCondition("no end", Expr.constant(0), SourceSpan.NONE);
    return new CheckedProgram(program, List.of(endless));
  }

  /**
   * Programs from the smallest on: one statement, two of each pair, two threads, and each statement
   * in two threads and three times in one.
   */
  static List<ProbeProgram> all(ModelDefinition model) {
    List<Statement> first = statements(model, 0);
    List<List<Statement>> second = List.of(first, statements(model, 1));
    List<ProbeProgram> programs = new ArrayList<>();
    first.forEach(statement -> programs.add(new ProbeProgram(List.of(List.of(statement)))));
    for (Statement a : first) {
      for (int cell = 0; cell < CELLS.size(); cell++) {
        for (Statement b : second.get(cell)) {
          Budget.ask();
          if (cell == 0 || a.kind() != Kind.FENCE && b.kind() != Kind.FENCE) {
            programs.add(new ProbeProgram(List.of(List.of(a, b))));
          }
        }
      }
    }
    programs.addAll(ofTwoThreads());
    for (Statement statement : first) {
      programs.add(new ProbeProgram(List.of(List.of(statement), List.of(statement))));
      programs.add(new ProbeProgram(List.of(List.of(statement, statement, statement))));
    }
    return programs;
  }

  private static List<Statement> statements(ModelDefinition model, int cell) {
    List<Statement> statements = new ArrayList<>();
    for (Kind kind : List.of(Kind.LOAD, Kind.STORE, Kind.RMW)) {
      statements.add(Statement.plain(kind, cell));
      statements.add(new Statement(kind, cell, MemoryOrder.SEQ_CST, ""));
      for (String attribute : model.attributes()) {
        statements.add(new Statement(kind, cell, MemoryOrder.RELAXED, attribute));
      }
    }
    statements.add(Statement.plain(Kind.FENCE, cell));
    for (String kind : model.fenceKinds()) {
      statements.add(new Statement(Kind.FENCE, cell, MemoryOrder.RELAXED, kind));
    }
    return statements;
  }

  /** Store buffering, message passing, and two read-modify-writes of one cell. */
  private static List<ProbeProgram> ofTwoThreads() {
    List<ProbeProgram> programs = new ArrayList<>();
    Statement storeX = Statement.plain(Kind.STORE, 0);
    Statement storeY = Statement.plain(Kind.STORE, 1);
    Statement loadX = Statement.plain(Kind.LOAD, 0);
    Statement loadY = Statement.plain(Kind.LOAD, 1);
    Statement rmw = Statement.plain(Kind.RMW, 0);
    programs.add(new ProbeProgram(List.of(List.of(storeX), List.of(loadX))));
    programs.add(new ProbeProgram(List.of(List.of(storeX), List.of(storeX))));
    programs.add(new ProbeProgram(List.of(List.of(rmw), List.of(rmw))));
    programs.add(new ProbeProgram(List.of(List.of(storeX, loadY), List.of(storeY, loadX))));
    programs.add(new ProbeProgram(List.of(List.of(storeX, storeY), List.of(loadY, loadX))));
    programs.add(new ProbeProgram(List.of(List.of(loadX, storeY), List.of(loadY, storeX))));
    programs.add(new ProbeProgram(List.of(List.of(storeX, storeY), List.of(storeY, storeX))));
    return programs;
  }
}
