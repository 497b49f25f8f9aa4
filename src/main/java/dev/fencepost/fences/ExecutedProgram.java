// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.Origin;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What a program does, whatever its text looks like: two that are equal have the same runs. Names,
 * places in the text and jumps are left out.
 */
record ExecutedProgram(
    List<List<Step>> threads, List<MemoryLocation> memory, List<List<Expr>> conditions) {
  private static final Origin NOWHERE = Origin.of("");

  /** An instruction, and the numbers of those that may follow it. */
  record Step(Instruction instruction, List<Integer> next) {}

  static ExecutedProgram of(CheckedProgram checked) {
    return new ExecutedProgram(
        checked.program().threads().stream().map(ThreadDecl::code).map(Walk::steps).toList(),
        checked.program().memory().stream().map(ExecutedProgram::unnamed).toList(),
        checked.properties().stream().map(property -> property.conditions()).toList());
  }

  private static MemoryLocation unnamed(MemoryLocation cell) {
    return cell.isGap() ? cell : cell.withName(MemoryLocation.HIDDEN);
  }

  /** A walk along all code of a thread, which numbers what it meets. */
  private static final class Walk {
    private final List<Instruction> code;
    private final Map<Integer, Integer> numbers = new HashMap<>();
    private final Deque<Integer> open = new ArrayDeque<>();

    private Walk(List<Instruction> code) {
      this.code = code;
    }

    static List<Step> steps(List<Instruction> code) {
      Walk walk = new Walk(code);
      List<Step> steps = new ArrayList<>();
      walk.number(0);
      while (!walk.open.isEmpty()) {
        int pc = walk.open.remove();
        Instruction instruction = code.get(pc);
        List<Integer> next =
            IntStream.of(ControlFlow.successors(instruction, pc))
                .map(walk::number)
                .boxed()
                .toList();
        steps.add(new Step(bare(instruction), next));
      }
      return steps;
    }

    private static Instruction bare(Instruction instruction) {
      return instruction instanceof Instruction.Assert claim
          ? new Instruction.Assert(claim.condition(), "", NOWHERE)
          : instruction.moved(to -> 0).at(NOWHERE);
    }

    /** The number of the instruction that a position leads to. */
    private int number(int position) {
      int pc = position;
      for (int jumps = 0;
          jumps < code.size() && code.get(pc) instanceof Instruction.Jump jump;
          jumps++) {
        pc = jump.to();
      }
      Integer known = numbers.putIfAbsent(pc, numbers.size());
      if (known == null) {
        open.add(pc);
        return numbers.size() - 1;
      }
      return known;
    }
  }
}
