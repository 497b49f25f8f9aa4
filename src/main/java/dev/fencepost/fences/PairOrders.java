// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.fences.PlacedProgram.Position;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.ir.Program;
import dev.fencepost.memorymodel.InstanceClass;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.OrderTable;
import dev.fencepost.memorymodel.OrderTable.Rule;
import dev.fencepost.source.Origin;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which fences may order which two accesses of a program, by the order table of a model. The two
 * may have any order that the search may give them.
 */
final class PairOrders {
  private static final Expr CELL = Expr.constant(Program.addressOf(0));
  private static final InstanceClass BRANCH = new InstanceClass(InstanceKind.BRANCH, List.of());

  private static final int ANY = -1;

  /** Accesses that a thread may always have, of no particular cell. */
  static final List<Instruction> PLAIN =
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

  /** Whether a fence may make some access wait for another one. */
  boolean mayOrder(FenceKind kind) {
    return PLAIN.stream()
        .anyMatch(first -> PLAIN.stream().anyMatch(last -> answer(0, kind, first, last)));
  }

  /**
   * Whether a fence may make some access wait that does not wait for this one anyway; only then it
   * may stop fetch behind it.
   */
  boolean mayHoldBack(int thread, int earlier, FenceKind kind) {
    return known.computeIfAbsent(new Question(thread, earlier, ANY, kind), this::answer);
  }

  private boolean answer(Question question) {
    Stream<Instruction> later =
        question.later == ANY
            ? Stream.concat(PLAIN.stream(), accesses(question.thread))
            : alternatives(question.thread, question.later);
    return later.anyMatch(
        last ->
            alternatives(question.thread, question.earlier)
                .anyMatch(first -> answer(question.thread, question.kind, first, last)));
  }

  private Stream<Instruction> alternatives(int thread, int pc) {
    return program.alternatives(new Position(thread, pc)).stream();
  }

  private Stream<Instruction> accesses(int thread) {
    return IntStream.range(0, program.code(thread).size())
        .filter(pc -> program.code(thread).get(pc).touchesMemory())
        .boxed()
        .flatMap(pc -> alternatives(thread, pc));
  }

  private boolean answer(int thread, FenceKind kind, Instruction first, Instruction last) {
    Fragment fragment =
        new Fragment(
            program.program(),
            thread,
            List.of(
                Unmarked.at(Fragment.EARLIER, first),
                kind.fence(new Origin(Fragment.BETWEEN, "", "")),
                Unmarked.at(Fragment.LATER, last)),
            model);
    for (InstanceClass earlier : fragment.classes(Fragment.EARLIER)) {
      for (InstanceClass later : fragment.classes(Fragment.LATER)) {
        for (InstanceClass fence : fragment.classes(Fragment.BETWEEN)) {
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
}
