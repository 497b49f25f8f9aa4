// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.CellKinds;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.HeapShape;
import dev.fencepost.ir.ObjectBounds;
import dev.fencepost.property.Property;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * What properties say of a state. A cell is read as its observer sees it: the thread that runs the
 * named function. Where several threads run it the condition must be met as each of them sees it;
 * one that is not started yet sees what the first thread sees. Where no observer is named and
 * memories differ, every thread is one.
 */
public final class Conditions {
  private static final int[] NONE = {};

  private final ProgramCode program;

  /** Per condition, the declarations of the observers that it names. */
  private final IdentityHashMap<Expr, int[]> observers = new IdentityHashMap<>();

  Conditions(ProgramCode program, List<Property> properties) {
    this.program = program;
    for (Property property : properties) {
      property
          .conditions()
          .forEach(each -> observers.put(each, each.observers().stream().toArray()));
    }
  }

  /** Whether a state meets a condition; where evaluating it traps, it does not. */
  public boolean isMet(Expr condition, State state) {
    if (program.shared) {
      return holds(condition, state, NONE, 0);
    }
    int[] named = observers.getOrDefault(condition, NONE);
    Choices choices = new Choices(condition, state, named);
    for (int thread = 0; thread < state.threadCount; thread++) {
      if (!choices.allHold(named.length - 1, thread)) {
        return false;
      }
    }
    return true;
  }

  /** The choices of a thread for each observer that a condition names, in a state. */
  private final class Choices {
    private final Expr condition;
    private final State state;
    private final int[] named;
    private final int[] threads = new int[program.threads.length];

    Choices(Expr condition, State state, int[] named) {
      this.condition = condition;
      this.state = state;
      this.named = named;
    }

    /** Whether it holds for every choice for the observers up to the last. */
    boolean allHold(int last, int other) {
      if (last < 0) {
        return holds(condition, state, threads, other);
      }
      boolean started = false;
      for (int thread = 0; thread < state.threadCount; thread++) {
        if (state.threads[thread].declaration == named[last]) {
          started = true;
          threads[named[last]] = thread;
          if (!allHold(last - 1, other)) {
            return false;
          }
        }
      }
      threads[named[last]] = 0;
      return started || allHold(last - 1, other);
    }
  }

  private boolean holds(Expr condition, State state, int[] threads, int other) {
    try {
      return evaluate(condition, state, threads, other) != 0;
    } catch (Trap trap) {
      return false;
    }
  }

  /** Whether some thread sees an object where the condition speaks of one of another type. */
  public boolean isOfAnotherType(Expr condition, State state) {
    for (int thread = 0; thread < state.threadCount; thread++) {
      try {
        evaluate(condition, state, NONE, thread);
      } catch (Trap trap) {
        if (trap.kind() == ViolationKind.OTHER_TYPE) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * The value of an expression.
   *
   * @param threads the thread that stands for each declaration, where observers are named
   * @param other the observer where none is named
   */
  public long evaluate(Expr expr, State state, int[] threads, int other) {
    return switch (expr) {
      case Expr.Constant(long value) -> value;
      case Expr.Register register -> throw new IllegalStateException("a register in a property");
      case Expr.Unary(Expr.UnaryOperator operator, Expr operand) ->
          Arithmetic.unary(operator, evaluate(operand, state, threads, other));
      case Expr.Binary(Expr.BinaryOperator operator, Expr left, Expr right) ->
          Evaluator.binary(
              operator,
              evaluate(left, state, threads, other),
              evaluate(right, state, threads, other));
      case Expr.Convert(int bits, boolean signed, Expr operand) ->
          Arithmetic.convert(bits, signed, evaluate(operand, state, threads, other));
      case Expr.Index(Expr operand, long length, String array) ->
          Evaluator.index(evaluate(operand, state, threads, other), length, array);
      case Expr.Within(Expr address, Expr pointer, ObjectBounds objects) ->
          Evaluator.within(
              evaluate(address, state, threads, other),
              evaluate(pointer, state, threads, other),
              objects);
      case Expr.Alike(Expr address, Expr like, CellKinds kinds) ->
          Evaluator.alike(
              evaluate(address, state, threads, other),
              evaluate(like, state, threads, other),
              kinds);
      case Expr.Choice(Expr condition, Expr whenTrue, Expr whenFalse) -> {
        boolean isTrue = evaluate(condition, state, threads, other) != 0;
        yield evaluate(isTrue ? whenTrue : whenFalse, state, threads, other);
      }
      case Expr.Reachable(int object, HeapShape heap) ->
          heap.reachable(address -> state.read(other, ProgramCode.cellOf(address))) >>> object & 1;
      case Expr.Reached(int mark) -> state.memory[ProgramCode.cellOf(program.markCells[mark])];
      case Expr.Contents(Expr address, int observer) -> {
        long place = evaluate(address, state, threads, other);
        if (!program.isValid(place)) {
          throw new Trap(ViolationKind.BAD_ADDRESS, "no object at " + place);
        }
        boolean named = observer != Expr.Contents.ANY && threads.length > 0;
        int reader = named ? threads[observer] : other;
        int cell = ProgramCode.cellOf(place);
        if (state.isFreed(state.memoryOf(reader), cell)) {
          throw new Trap(ViolationKind.FREED, program.cellName(cell) + " is freed");
        }
        yield state.read(reader, cell);
      }
    };
  }
}
