// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.ir.Instruction;
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

/** Which fences may order which two accesses of a program, by the order table of a model. */
final class PairOrders {
  private static final InstanceClass BRANCH = new InstanceClass(InstanceKind.BRANCH, List.of());

  /** The places of the instructions of a question. */
  private static final SourceSpan EARLIER = SourceSpan.at("", 1, 1, 0);

  private static final SourceSpan BETWEEN = SourceSpan.at("", 2, 1, 0);
  private static final SourceSpan LATER = SourceSpan.at("", 3, 1, 0);

  private final PlacedProgram program;
  private final MemoryModel model;
  private final Map<Question, Boolean> known = new HashMap<>();

  private record Question(int thread, int earlier, int later, FenceKind kind) {}

  PairOrders(PlacedProgram program, MemoryModel model) {
    this.program = program;
    this.model = model;
  }

  /** Whether a fence between two accesses of a thread may make the later one wait. */
  boolean mayOrder(int thread, int earlier, int later, FenceKind kind) {
    return known.computeIfAbsent(new Question(thread, earlier, later, kind), this::answer);
  }

  private boolean answer(Question question) {
    List<Instruction> code = program.code(question.thread);
    Origin between = new Origin(BETWEEN, "", "");
    List<Instruction> three =
        List.of(
            Unmarked.at(EARLIER, code.get(question.earlier)),
            question.kind.fence(between),
            Unmarked.at(LATER, code.get(question.later)),
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
    return order.fenceRule(fence, earlier, later) != Rule.NEVER
        || order.fenceRule(fence, BRANCH, later) != Rule.NEVER
        || order.awaitsAddress(earlier, later, fence);
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
