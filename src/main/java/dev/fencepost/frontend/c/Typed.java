// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Expr.UnaryOperator;
import dev.fencepost.ir.Instruction.BlockKind;
import dev.fencepost.ir.Instruction.Modification;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.source.SourceSpan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A checked expression: names are resolved, conversions are explicit, operators are those of the
 * intermediate representation.
 */
sealed interface Typed {
  Type type();

  SourceSpan span();

  /**
   * Whether it was complained about, so that its type is not known. What has such a part and a type
   * of its own is made as usual: after a complaint nothing is lowered.
   */
  default boolean isError() {
    return type().isError();
  }

  record Constant(long value, Type type, SourceSpan span) implements Typed {}

  /** {@code linked}: the read of a load-linked. */
  record Read(CPlace place, MemoryOrder order, boolean linked, Type type, SourceSpan span)
      implements Typed {}

  record AddressOf(CPlace place, Type type, SourceSpan span) implements Typed {}

  record Unary(UnaryOperator operator, Typed operand, Type type, SourceSpan span)
      implements Typed {}

  /**
   * Pointer arithmetic too: the other operand is in bytes then.
   *
   * @param rightFirst whether the right operand is evaluated first: {@code a > b} is {@code b < a}
   */
  record Binary(
      BinaryOperator operator,
      Typed left,
      Typed right,
      boolean rightFirst,
      Type type,
      SourceSpan span)
      implements Typed {}

  record Convert(Typed operand, Type type, SourceSpan span) implements Typed {}

  /** {@code &&} if {@code and}, else {@code ||}. */
  record Logical(boolean and, Typed left, Typed right, Type type, SourceSpan span)
      implements Typed {}

  record Conditional(Typed condition, Typed whenTrue, Typed whenFalse, Type type, SourceSpan span)
      implements Typed {}

  /** A call through a pointer to a function. */
  record IndirectCall(
      Typed pointer, Type.FunctionType function, List<Typed> arguments, Type type, SourceSpan span)
      implements Typed {
    public IndirectCall {
      arguments = List.copyOf(arguments);
    }

    Call to(Function callee) {
      return new Call(callee, arguments, type, span);
    }
  }

  /** Takes a mutex if it is free: 0; else gives what {@code <errno.h>} calls busy. */
  record TryLock(Typed mutex, Type type, SourceSpan span) implements Typed {}

  /** Statements, then a value. */
  record Statements(List<Checked> before, Typed value, Type type, SourceSpan span)
      implements Typed {
    public Statements {
      before = List.copyOf(before);
    }
  }

  record Sequence(Typed first, Typed second, Type type, SourceSpan span) implements Typed {}

  record Assign(CPlace place, Typed value, MemoryOrder order, Type type, SourceSpan span)
      implements Typed {}

  /** {@code to = from} of structs. */
  record Copy(CPlace to, Typed from, Type type, SourceSpan span) implements Typed {}

  /**
   * A plain {@code place = place operator operand}.
   *
   * @param computation the type to compute in
   * @param old whether the value is that before the update
   */
  record Update(
      CPlace place,
      BinaryOperator operator,
      Typed operand,
      Type computation,
      boolean old,
      Type type,
      SourceSpan span)
      implements Typed {}

  /** A read-modify-write; its value is that before it or, unless {@code old}, after it. */
  record Modify(
      CPlace place,
      Modification modification,
      Typed operand,
      MemoryOrder order,
      boolean old,
      Type type,
      SourceSpan span)
      implements Typed {}

  /** {@code atomic_compare_exchange}: {@code expected} is updated when it fails. */
  record CompareExchange(
      CPlace place, CPlace expected, Typed desired, Orders orders, Type type, SourceSpan span)
      implements Typed {}

  /** The orders of a compare-exchange, and whether it may fail for no reason. */
  record Orders(MemoryOrder success, MemoryOrder failure, boolean weak) {}

  /** {@code cas}. */
  record CompareAndSet(
      CPlace place, Typed expected, Typed desired, Orders orders, Type type, SourceSpan span)
      implements Typed {}

  /** {@code cas2}: expected and desired of both places. */
  record DoubleCompareAndSet(
      CPlace first,
      CPlace second,
      List<Typed> expected,
      List<Typed> desired,
      Type type,
      SourceSpan span)
      implements Typed {}

  record StoreConditional(CPlace place, Typed value, Type type, SourceSpan span) implements Typed {}

  record Call(Function function, List<Typed> arguments, Type type, SourceSpan span)
      implements Typed {}

  record Choose(int count, Type type, SourceSpan span) implements Typed {}

  /** Room for as many bytes as the product of the factors. */
  record Allocate(List<Typed> factors, Type type, SourceSpan span) implements Typed {}

  /** The number of the running thread. */
  record Self(Type type, SourceSpan span) implements Typed {}

  /** Only in properties. */
  record Reached(String label, Type type, SourceSpan span) implements Typed {}

  /** A value as the thread that runs a function sees it. Only in properties. */
  record Observed(Function thread, Typed value, Type type, SourceSpan span) implements Typed {}

  /** What is done for its effect; its value, where it has one, is 0. */
  record Perform(Operation operation, Type type, SourceSpan span) implements Typed {}

  /** Whether a machine can compute a binary operation with every left operand. */
  static boolean isDefined(BinaryOperator operator, Typed right) {
    return !Arithmetic.mayFail(operator)
        || right instanceof Constant constant && Arithmetic.isDefined(operator, constant.value());
  }

  /** Complained about already. */
  record Invalid(Type type, SourceSpan span) implements Typed {
    Invalid(SourceSpan span) {
      this(CTypes.ERROR, span);
    }
  }

  /** What {@link Perform} does. */
  sealed interface Operation {
    record Nothing(List<Typed> evaluated) implements Operation {}

    record Fence(int pairs) implements Operation {}

    /** A fence of a kind that the memory model declares. */
    record NamedFence(String kind) implements Operation {}

    record Assert(Typed condition, String message) implements Operation {}

    record Assume(Typed condition) implements Operation {}

    record Mark(String label) implements Operation {}

    record AtomicBegin(BlockKind kind) implements Operation {}

    record AtomicEnd() implements Operation {}

    record Lock(Typed mutex) implements Operation {}

    record Unlock(Typed mutex) implements Operation {}

    record Spawn(CPlace thread, Function function, Typed argument) implements Operation {}

    /** Starts a thread with the function that a pointer points at. */
    record SpawnPointed(CPlace thread, Typed pointer, Type.FunctionType type, Typed argument)
        implements Operation {}

    /** {@code result} takes what the thread returns, or is null. */
    record Join(Typed thread, @Nullable CPlace result) implements Operation {}

    /** Ends the thread, with a result for a join; null: the whole program ends. */
    record Exit(@Nullable Typed result) implements Operation {}

    /** Copies so many cells. {@code overlapping}: both blocks may have cells in common. */
    record CopyCells(Typed to, Typed from, int cells, boolean overlapping) implements Operation {}

    /** Writes a value to so many cells; {@code kind}: what they must hold, unless it is unknown. */
    record FillCells(Typed to, long value, int cells, int kind) implements Operation {}

    /** Gives a block back, unless the pointer is null. */
    record Free(Typed pointer) implements Operation {}
  }
}
