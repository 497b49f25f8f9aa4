// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.memorymodel.MemoryModel;
import java.util.BitSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** How a thread fetches its next instruction: in program order, each fetch a step of its own. */
final class ReferenceFetch {
  private final Program program;
  private final MemoryModel model;
  private final ReferenceOrder rules;
  private final AtomicBlock blocks;
  private final int bound;

  /** The instructions that lie on a cycle of the control flow. */
  private final Set<Instruction> repeating = Collections.newSetFromMap(new IdentityHashMap<>());

  ReferenceFetch(Program program, MemoryModel model, ReferenceOrder rules, int bound) {
    this.program = program;
    this.model = model;
    this.rules = rules;
    this.blocks = new AtomicBlock(program);
    this.bound = bound;
    for (ThreadDecl thread : program.threads()) {
      BitSet onCycles = ControlFlow.onCycles(thread.code(), new BitSet());
      onCycles.stream().mapToObj(thread.code()::get).forEach(repeating::add);
    }
  }

  void steps(ReferenceState state, int number, Steps out) {
    ReferenceThread thread = state.thread(number);
    if (thread.fetchedAll() || rules.fetchStops(thread.window)) {
      return;
    }
    Instruction instruction = program.threads().get(thread.decl).code().get(thread.at);
    ReferenceThread next = thread.goTo(thread.at + 1);
    switch (instruction) {
      case Instruction.Jump jump -> out.add(state.with(number, thread.goTo(jump.to())));
      case Instruction.End end -> out.add(state.with(number, thread.end()));
      case Instruction.Choose choose -> {
        for (int value = 0; value < choose.count(); value++) {
          out.add(state.with(number, next.set(choose.target(), value)));
        }
      }
      case Instruction.Assign assign
          when thread.bind(assign.value()) instanceof Expr.Constant value ->
          // Not left to a later step, or a loop with a counter would be fetched for ever on
          // guesses.
          out.add(state.with(number, next.set(assign.target(), value.value())));
      case Instruction.Mark mark when !thread.branchGuessOpen() ->
          out.add(state.with(number, next).pass(mark.mark()));
      case Instruction.Branch branch -> branch(state, number, branch, out);
      case Instruction.Assume assume -> assume(state, number, assume, out);
      case Instruction.AtomicBegin begin -> {
        boolean possible =
            begin.strong()
                ? !thread.branchGuessOpen() && blocks.operandsKnown(thread)
                : thread.window.isEmpty();
        if (possible) {
          blocks.steps(state, number, out);
        }
      }
      case Instruction.AtomicEnd end -> throw new IllegalStateException("no block begins");
      case Instruction.Allocate allocate -> allocate(state, number, allocate, out);
      case Instruction.Spawn spawn -> spawn(state, number, spawn, out);
      case Instruction.Join join -> join(state, number, join, out);
      case Instruction.Load load when load.strong() -> strong(state, number, load, out);
      case Instruction.Store store when store.strong() -> strong(state, number, store, out);
      default -> intoWindow(state, number, thread.fetch(instruction, false), out);
    }
  }

  /**
   * The window bound, on instances of instructions that lie in loops. Only loops that never empty
   * the window need one; the others meet it only where they are long.
   */
  private void intoWindow(ReferenceState state, int number, ReferenceThread after, Steps out) {
    boolean inLoop = repeating.contains(after.window.getLast().instruction());
    long looped = after.window.stream().filter(i -> repeating.contains(i.instruction())).count();
    if (inLoop && looped > bound) {
      out.boundHits();
    } else {
      out.add(state.with(number, after));
    }
  }

  /** Stops at an unknown condition; with speculation goes down both sides on a guess. */
  private void branch(ReferenceState state, int number, Instruction.Branch branch, Steps out) {
    ReferenceThread thread = state.thread(number);
    if (!ReferenceExpressions.known(thread.bind(branch.condition()))) {
      if (model.speculation()) {
        ReferenceThread yes = thread.fetch(branch, true).goTo(branch.whenTrue());
        ReferenceThread no = thread.fetch(branch, false).goTo(branch.whenFalse());
        intoWindow(state, number, yes, out);
        intoWindow(state, number, no, out);
      }
      return;
    }
    whenKnown(
        state,
        number,
        branch.condition(),
        out,
        value -> {
          int to = value != 0 ? branch.whenTrue() : branch.whenFalse();
          out.add(state.with(number, thread.goTo(to)));
        });
  }

  /** A branch whose false side drops the run. */
  private void assume(ReferenceState state, int number, Instruction.Assume assume, Steps out) {
    ReferenceThread thread = state.thread(number);
    if (!ReferenceExpressions.known(thread.bind(assume.condition()))) {
      if (model.speculation()) {
        intoWindow(state, number, thread.fetch(assume, true), out);
      }
      return;
    }
    whenKnown(
        state,
        number,
        assume.condition(),
        out,
        value -> {
          if (value != 0) {
            out.add(state.with(number, thread.goTo(thread.at + 1)));
          } else {
            out.drop();
          }
        });
  }

  /** Goes on with the value of an operand; waits where it is unknown; a trap is a violation. */
  private void whenKnown(
      ReferenceState state, int number, Expr expr, Steps out, Consumer<Long> then) {
    ReferenceThread thread = state.thread(number);
    Expr bound = thread.bind(expr);
    if (bound instanceof Expr.Constant constant) {
      then.accept(constant.value());
    } else if (ReferenceExpressions.known(bound) && !thread.branchGuessOpen()) {
      out.add(state.violate(ReferenceExpressions.trap(bound)));
    }
  }

  private void allocate(
      ReferenceState state, int number, Instruction.Allocate allocate, Steps out) {
    ReferenceThread thread = state.thread(number);
    if (thread.branchGuessOpen()) {
      return;
    }
    whenKnown(
        state,
        number,
        allocate.cells(),
        out,
        cells -> {
          int size = Math.toIntExact(cells);
          ReferenceState after = AtomicBlock.allocate(program, state, number, size, allocate);
          long address = AtomicBlock.blockOf(program, state, size, allocate);
          ReferenceThread next = thread.goTo(thread.at + 1).set(allocate.target(), address);
          out.add(after.with(number, next));
        });
  }

  /** "A child starts after everything earlier of its creator has finished." */
  private void spawn(ReferenceState state, int number, Instruction.Spawn spawn, Steps out) {
    ReferenceThread thread = state.thread(number);
    if (!thread.window.isEmpty()) {
      return;
    }
    whenKnown(
        state,
        number,
        spawn.argument(),
        out,
        argument -> {
          ReferenceThread next =
              thread.goTo(thread.at + 1).set(spawn.target(), state.threads.size());
          out.add(state.with(number, next).spawn(program, spawn.thread(), argument));
        });
  }

  /** "Join waits until the thread has ended, and nothing later goes before it." */
  private void join(ReferenceState state, int number, Instruction.Join join, Steps out) {
    ReferenceThread thread = state.thread(number);
    if (thread.branchGuessOpen()) {
      return;
    }
    whenKnown(
        state,
        number,
        join.thread(),
        out,
        target -> {
          if (target < 0 || target >= state.threads.size()) {
            out.add(state.violate(ReferenceExecution.NO_THREAD));
          } else if (state.thread(Math.toIntExact(target)).hasEnded()) {
            out.add(state.with(number, thread.goTo(thread.at + 1)));
          }
        });
  }

  /** An access to a strong cell: taken at fetch once its operands are known. */
  private void strong(ReferenceState state, int number, Instruction access, Steps out) {
    ReferenceThread thread = state.thread(number);
    List<Expr> operands = ReferenceInstance.operands(access).stream().map(thread::bind).toList();
    if (thread.branchGuessOpen() || !operands.stream().allMatch(ReferenceExpressions::known)) {
      return;
    }
    for (Expr operand : operands) {
      if (ReferenceExpressions.trap(operand) != null) {
        out.add(state.violate(ReferenceExpressions.trap(operand)));
        return;
      }
    }
    int cell = rules.cell(operands.getFirst());
    if (cell < 0) {
      out.add(state.violate(ReferenceExecution.BAD_ADDRESS));
      return;
    }
    ReferenceThread next = thread.goTo(thread.at + 1);
    if (access instanceof Instruction.Load load) {
      out.add(state.with(number, next.set(load.target(), state.memory[cell])));
    } else {
      long value = ((Expr.Constant) operands.get(1)).value();
      out.add(state.with(number, next).write(number, cell, value));
    }
  }
}
