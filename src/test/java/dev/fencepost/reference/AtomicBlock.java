// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.HeapBlocks;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Pool;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Registers;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An atomic block: "runs to its end in one step on memory. A false assume inside means that it
 * cannot be taken now", even where an assertion before it fails. A block that meets a run-time
 * error leaves all as it was, but for the violation.
 */
final class AtomicBlock {

  /** A block that runs longer than this is taken to loop for ever. */
  private static final int LONGEST = 10_000;

  private final Program program;
  private final Map<Integer, BitSet[]> live = new HashMap<>();

  AtomicBlock(Program program) {
    this.program = program;
  }

  /** All ways to run the block that the thread is about to enter. */
  void steps(ReferenceState state, int number, Steps out) {
    tryRun(state, state, number, 0, out);
  }

  private boolean strong(ReferenceThread thread) {
    return program.threads().get(thread.decl).code().get(thread.at)
            instanceof Instruction.AtomicBegin begin
        && begin.strong();
  }

  /** Whether all is known that the block reads of what came before it. */
  boolean operandsKnown(ReferenceThread thread) {
    List<Instruction> code = program.threads().get(thread.decl).code();
    BitSet live = this.live.computeIfAbsent(thread.decl, at -> Registers.live(code))[thread.at];
    BitSet seen = new BitSet();
    Deque<Integer> open = new ArrayDeque<>(List.of(thread.at));
    while (!open.isEmpty()) {
      int at = open.remove();
      if (seen.get(at) || code.get(at) instanceof Instruction.AtomicEnd) {
        continue;
      }
      seen.set(at);
      for (Expr expr : Registers.expressions(code.get(at))) {
        BitSet read = Registers.read(expr);
        read.and(live);
        if (read.stream()
            .anyMatch(r -> !ReferenceExpressions.known(thread.bind(Expr.register(r))))) {
          return false;
        }
      }
      for (int next : ControlFlow.successors(code.get(at), at)) {
        open.add(next);
      }
    }
    return true;
  }

  private void tryRun(
      ReferenceState before, ReferenceState start, int number, int startDepth, Steps out) {
    try {
      run(before, start, number, startDepth, out);
    } catch (ReferenceExpressions.Trap trap) {
      out.add(before.violate(trap.getMessage()));
    }
  }

  private void run(
      ReferenceState before, ReferenceState start, int number, int startDepth, Steps out) {
    ReferenceState state = start;
    int depth = startDepth;
    for (int steps = 0; steps < LONGEST; steps++) {
      ReferenceThread thread = state.thread(number);
      Instruction instruction = program.threads().get(thread.decl).code().get(thread.at);
      ReferenceState next = state.with(number, thread.goTo(thread.at + 1));
      switch (instruction) {
        case Instruction.AtomicBegin begin -> depth++;
        case Instruction.AtomicEnd end -> {
          depth--;
          if (depth == 0) {
            out.add(next);
            return;
          }
        }
        case Instruction.Choose choose -> {
          for (int value = 0; value < choose.count(); value++) {
            tryRun(before, set(next, number, choose.target(), value), number, depth, out);
          }
          return;
        }
        case Instruction.Assume assume -> {
          if (value(thread, assume.condition()) == 0) {
            if (!strong(before.thread(number))) {
              out.assumeBlocks(number);
            }
            return;
          }
        }
        case Instruction.CompareAndSwap cas when cas.weak() -> {
          tryRun(before, compareAndSwap(next, number, cas, true), number, depth, out);
          next = compareAndSwap(next, number, cas, false);
        }
        default -> {
          next = simple(next, thread, number, instruction);
          if (next == null) {
            return;
          }
        }
      }
      state = next;
    }
    throw new IllegalStateException("an atomic block without end");
  }

  /** An instruction that ends in one way, or null where it must wait. */
  private ReferenceState simple(
      ReferenceState next, ReferenceThread thread, int number, Instruction instruction) {
    return switch (instruction) {
      case Instruction.Assign assign ->
          set(next, number, assign.target(), value(thread, assign.value()));
      case Instruction.Jump jump -> next.with(number, thread.goTo(jump.to()));
      case Instruction.Branch branch -> {
        boolean yes = value(thread, branch.condition()) != 0;
        yield next.with(number, thread.goTo(yes ? branch.whenTrue() : branch.whenFalse()));
      }
      case Instruction.Assert assertion ->
          value(thread, assertion.condition()) != 0 ? next : next.violate(assertion.message());
      case Instruction.Fence fence -> next;
      case Instruction.Mark mark -> next.pass(mark.mark());
      case Instruction.Observe observe -> {
        long seen =
            ReferenceExpressions.evaluate(
                observe.condition(), at -> next.memory[program.cellAt(at)], mark -> false);
        yield next.write(number, program.cellAt(observe.address()), seen);
      }
      case Instruction.Allocate allocate -> {
        int cells = Math.toIntExact(value(thread, allocate.cells()));
        ReferenceState after = allocate(program, next, number, cells, allocate);
        yield set(after, number, allocate.target(), blockOf(program, next, cells, allocate));
      }
      default -> access(next, thread, number, instruction);
    };
  }

  private ReferenceState access(
      ReferenceState next, ReferenceThread thread, int number, Instruction instruction) {
    return switch (instruction) {
      case Instruction.Load load -> {
        int cell = cell(thread, load.address());
        ReferenceState loaded = set(next.read(cell), number, load.target(), next.memory[cell]);
        yield load.linked() ? loaded.with(number, loaded.thread(number).linkTo(cell)) : loaded;
      }
      case Instruction.Store store ->
          next.write(number, cell(thread, store.address()), value(thread, store.value()));
      case Instruction.CompareAndSwap cas -> compareAndSwap(next, number, cas, false);
      case Instruction.DoubleCompareAndSwap cas -> doubleSwap(next, thread, number, cas);
      case Instruction.FetchAndModify modify -> {
        int cell = cell(thread, modify.address());
        long old = next.memory[cell];
        long written = ReferenceExecution.modified(modify, old, value(thread, modify.operand()));
        yield set(next.write(number, cell, written), number, modify.target(), old);
      }
      case Instruction.StoreConditional store -> {
        int cell = cell(thread, store.address());
        long value = value(thread, store.value());
        boolean linked = thread.link == cell;
        ReferenceState after = linked ? next.write(number, cell, value) : next;
        after = after.with(number, after.thread(number).linkTo(ReferenceThread.NO_LINK));
        yield set(after, number, store.success(), linked ? 1 : 0);
      }
      default -> throw new IllegalStateException("not in an atomic block: " + instruction);
    };
  }

  private ReferenceState compareAndSwap(
      ReferenceState next, int number, Instruction.CompareAndSwap cas, boolean fail) {
    ReferenceThread thread = next.thread(number);
    int cell = cell(thread, cas.address());
    long observed = next.memory[cell];
    long desired = value(thread, cas.desired());
    boolean success = observed == value(thread, cas.expected()) && !fail;
    ReferenceState after = success ? next.write(number, cell, desired) : next.read(cell);
    after = set(after, number, cas.success(), success ? 1 : 0);
    return set(after, number, cas.observed(), observed);
  }

  private ReferenceState doubleSwap(
      ReferenceState next,
      ReferenceThread thread,
      int number,
      Instruction.DoubleCompareAndSwap cas) {
    int first = cell(thread, cas.firstAddress());
    int second = cell(thread, cas.secondAddress());
    long firstDesired = value(thread, cas.firstDesired());
    long secondDesired = value(thread, cas.secondDesired());
    long firstExpected = value(thread, cas.firstExpected());
    long secondExpected = value(thread, cas.secondExpected());
    boolean success = next.memory[first] == firstExpected && next.memory[second] == secondExpected;
    ReferenceState after =
        success
            ? next.write(number, first, firstDesired).write(number, second, secondDesired)
            : next;
    return set(after, number, cas.success(), success ? 1 : 0);
  }

  /** Takes cells from the pool; what follows when it is empty is left open by the design. */
  static ReferenceState allocate(
      Program program, ReferenceState state, int number, int cells, Instruction.Allocate allocate) {
    Pool pool = program.pool();
    int taken = pool.header() + cells;
    if (cells < 0 || state.allocated + taken > pool.cells()) {
      throw new IllegalStateException("the pool is empty");
    }
    int header = firstCell(program, state, cells, allocate) - 1;
    ReferenceState after = state.allocate(taken);
    return pool.headers() ? after.write(number, header, HeapBlocks.header(cells)) : after;
  }

  /** The address of the block that is allocated next; its header stands before it. */
  static long blockOf(
      Program program, ReferenceState state, int cells, Instruction.Allocate allocate) {
    return Program.addressOf(firstCell(program, state, cells, allocate));
  }

  private static int firstCell(
      Program program, ReferenceState state, int cells, Instruction.Allocate allocate) {
    Pool pool = program.pool();
    int region = pool.region(cells, allocate.type());
    return program.memory().size() + pool.block(region, state.allocated);
  }

  private static ReferenceState set(ReferenceState state, int number, int register, long value) {
    return state.with(number, state.thread(number).set(register, value));
  }

  private static long value(ReferenceThread thread, Expr expr) {
    Expr bound = thread.bind(expr);
    return bound instanceof Expr.Constant constant
        ? constant.value()
        : ReferenceExpressions.evaluate(bound);
  }

  private int cell(ReferenceThread thread, Expr address) {
    int cell = program.cellAt(value(thread, address));
    if (cell < 0) {
      throw new ReferenceExpressions.Trap(ReferenceExecution.BAD_ADDRESS);
    }
    return cell;
  }
}
