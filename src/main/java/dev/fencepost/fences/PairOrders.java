// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Program.ThreadStart;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.machine.window.InstanceClasses;
import dev.fencepost.mapping.ProcessorForm;
import dev.fencepost.memorymodel.InstanceClass;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.OrderTable;
import dev.fencepost.memorymodel.OrderTable.Rule;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Which fences may order which two accesses of a program, by the order table of a model. */
final class PairOrders {
  private static final Expr CELL = Expr.constant(Program.addressOf(0));
  private static final InstanceClass BRANCH = new InstanceClass(InstanceKind.BRANCH, List.of());

  /** The places of the instructions of a question. */
  private static final SourceSpan EARLIER = SourceSpan.at("", 1, 1, 0);

  private static final SourceSpan BETWEEN = SourceSpan.at("", 2, 1, 0);
  private static final SourceSpan LATER = SourceSpan.at("", 3, 1, 0);

  private static final int ANY = -1;

  /** Accesses that a thread may always have, of no particular cell. */
  private static final List<Instruction> PLAIN =
      List.of(
          new Instruction.Load(
              Instruction.NO_TARGET, CELL, MemoryOrder.RELAXED, false, false, Origin.of("")),
          new Instruction.Store(CELL, CELL, MemoryOrder.RELAXED, false, Origin.of("")),
          new Instruction.FetchAndModify(
              Instruction.NO_TARGET,
              Instruction.Modification.SWAP,
              CELL,
              CELL,
              Long.SIZE,
              true,
              MemoryOrder.RELAXED,
              List.of(),
              Origin.of("")));

  private final PlacedProgram program;
  private final MemoryModel model;
  private final Map<Question, Boolean> known = new HashMap<>();

  /** Two accesses of a thread and a fence; the later one may be {@link #ANY}. */
  private record Question(int thread, int earlier, int later, FenceKind kind) {}

  PairOrders(PlacedProgram program, MemoryModel model) {
    this.program = program;
    this.model = model;
  }

  /** Whether a fence between two accesses of a thread may make the later one wait. */
  boolean mayOrder(int thread, int earlier, int later, FenceKind kind) {
    return known.computeIfAbsent(new Question(thread, earlier, later, kind), this::answer);
  }

  /**
   * Whether a fence may make some access wait that does not wait for this one anyway; only then it
   * may stop fetch behind it.
   */
  boolean mayHoldBack(int thread, int earlier, FenceKind kind) {
    return known.computeIfAbsent(new Question(thread, earlier, ANY, kind), this::answer);
  }

  private boolean answer(Question question) {
    List<Instruction> code = program.code(question.thread);
    if (question.later != ANY) {
      return answer(question, code.get(question.later));
    }
    return Stream.concat(PLAIN.stream(), code.stream().filter(Instruction::touchesMemory))
        .anyMatch(later -> answer(question, later));
  }

  private boolean answer(Question question, Instruction last) {
    List<Instruction> code = program.code(question.thread);
    Origin between = new Origin(BETWEEN, "", "");
    List<Instruction> three =
        List.of(
            Unmarked.at(EARLIER, code.get(question.earlier)),
            question.kind.fence(between),
            Unmarked.at(LATER, last),
            new Instruction.End(between));
    Program original = program.program();
    List<String> registers = original.threads().get(question.thread).registers();
    Program small =
        new Program(
            "",
            original.memory(),
            List.of(new ThreadDecl("", three, registers)),
            List.of(new ThreadStart(0, 0)),
            original.pool(),
            List.of());
    Program executed = ProcessorForm.of(new CheckedProgram(small, List.of()), model).program();
    InstanceClasses classes = new InstanceClasses(executed, model.traits());
    List<Instruction> all = executed.threads().getFirst().code();
    for (InstanceClass earlier : classes(all, EARLIER, classes)) {
      for (InstanceClass later : classes(all, LATER, classes)) {
        for (InstanceClass fence : classes(all, BETWEEN, classes)) {
          if (mayOrder(fence, earlier, later)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private boolean mayOrder(InstanceClass fence, InstanceClass earlier, InstanceClass later) {
    OrderTable order = model.order();
    return order.rule(earlier, later) != Rule.ALWAYS
        && (order.fenceRule(fence, earlier, later) != Rule.NEVER
            || order.fenceRule(fence, BRANCH, later) != Rule.NEVER
            || order.awaitsAddress(earlier, later, fence));
  }

  /** The classes of the instances that come from a place, whether they succeed or fail. */
  private static List<InstanceClass> classes(
      List<Instruction> code, SourceSpan span, InstanceClasses classes) {
    List<InstanceClass> found = new ArrayList<>();
    for (Instruction instruction : code) {
      for (boolean success : new boolean[] {true, false}) {
        int number = classes.of(instruction, success);
        if (number != InstanceClasses.NONE && instruction.origin().span().equals(span)) {
          found.add(classes.get(number));
        }
      }
    }
    return found;
  }
}
