// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.fences.PlacedProgram.Position;
import dev.fencepost.ir.Instruction;
import dev.fencepost.memorymodel.InstanceClass;
import dev.fencepost.memorymodel.InstanceKind;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.OrderTable;
import dev.fencepost.memorymodel.OrderTable.Rule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * For which two accesses of a thread the order of an access makes a difference: of one of the two,
 * or of one between them. The others may have any order that the search may give them.
 */
final class OrderEffects {
  private static final InstanceClass BRANCH = new InstanceClass(InstanceKind.BRANCH, List.of());

  private final PlacedProgram program;
  private final MemoryModel model;
  private final Map<Question, Boolean> known = new HashMap<>();
  private final Map<List<Instruction>, Facts> facts = new HashMap<>();

  /** Another order of an access. */
  record Change(Position at, AccessOrder from, AccessOrder to) {}

  /** A change, and two accesses of its thread. */
  private record Question(Change change, int earlier, int later) {}

  /** What the table says of two accesses, the fences between them and their branches. */
  private record Facts(List<Object> rules, Set<List<Object>> fences, long branches) {}

  OrderEffects(PlacedProgram program, MemoryModel model) {
    this.program = program;
    this.model = model;
  }

  /** Whether a change orders two accesses in another way; it may be of one of the two. */
  boolean matters(Change change, int earlier, int later) {
    return known.computeIfAbsent(new Question(change, earlier, later), this::answer);
  }

  private boolean answer(Question question) {
    return differs(
        question.change,
        question.earlier,
        question.later == question.change.at.pc()
            ? List.of()
            : program.alternatives(new Position(question.change.at.thread(), question.later)));
  }

  /** Whether a change of an access makes some access behind it wait in another way. */
  boolean holdsBack(Change change) {
    int thread = change.at.thread();
    return differs(change, change.at.pc(), PairOrders.PLAIN)
        || IntStream.range(0, program.code(thread).size())
            .filter(pc -> program.code(thread).get(pc).touchesMemory())
            .anyMatch(pc -> matters(change, change.at.pc(), pc));
  }

  /** Whether a change behind an access puts other fences between that and what is later. */
  boolean hasOtherFences(Change change, int earlier) {
    return differs(change, earlier, PairOrders.PLAIN);
  }

  /**
   * Whether facts differ of an access and one of some later ones; of the change if there is none.
   */
  private boolean differs(Change change, int earlier, List<Instruction> lasts) {
    int thread = change.at.thread();
    Instruction access = program.code(thread).get(change.at.pc());
    List<Instruction> firsts =
        earlier == change.at.pc() ? List.of() : program.alternatives(new Position(thread, earlier));
    for (Optional<Instruction> first : orNone(firsts)) {
      for (Optional<Instruction> last : orNone(lasts)) {
        Facts from = facts(thread, code(first, change.from.applied(access), last));
        Facts to = facts(thread, code(first, change.to.applied(access), last));
        if (!from.equals(to)) {
          return true;
        }
      }
    }
    return false;
  }

  private static List<Optional<Instruction>> orNone(List<Instruction> some) {
    return some.isEmpty() ? List.of(Optional.empty()) : some.stream().map(Optional::of).toList();
  }

  /** Two accesses and a changed one between them, which is in the place of one that is missing. */
  private static List<Instruction> code(
      Optional<Instruction> first, Instruction changed, Optional<Instruction> last) {
    List<Instruction> code = new ArrayList<>();
    code.add(Unmarked.at(Fragment.EARLIER, first.orElse(changed)));
    if (first.isPresent() && last.isPresent()) {
      code.add(Unmarked.at(Fragment.BETWEEN, changed));
    }
    code.add(Unmarked.at(Fragment.LATER, last.orElse(changed)));
    return code;
  }

  private Facts facts(int thread, List<Instruction> code) {
    return facts.computeIfAbsent(
        code, key -> facts(new Fragment(program.program(), thread, key, model)));
  }

  private Facts facts(Fragment fragment) {
    OrderTable order = model.order();
    List<Object> rules = new ArrayList<>();
    Set<List<Object>> fences = new HashSet<>();
    int pair = 0;
    for (InstanceClass earlier : fragment.accesses(Fragment.EARLIER)) {
      for (InstanceClass later : fragment.accesses(Fragment.LATER)) {
        pair++;
        rules.add(order.rule(earlier, later));
        rules.add(order.targetRule(earlier, later));
        for (InstanceClass fence : fragment.fencesBetween()) {
          Rule rule = order.fenceRule(fence, earlier, later);
          Rule branch = order.fenceRule(fence, BRANCH, later);
          boolean address = order.awaitsAddress(earlier, later, fence);
          if (rule != Rule.NEVER || branch != Rule.NEVER || address) {
            fences.add(List.of(pair, rule, branch, address));
          }
        }
      }
    }
    return new Facts(rules, fences, fragment.branches());
  }
}
