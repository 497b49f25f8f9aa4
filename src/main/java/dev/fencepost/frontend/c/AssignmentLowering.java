// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.source.Origin;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes code of assignments. */
final class AssignmentLowering {
  private final CExpressionLowering expressions;
  private final LabelledCode builder;
  private final ExprFactory exprs;

  AssignmentLowering(ThreadLowering thread, CExpressionLowering expressions) {
    this.expressions = expressions;
    this.builder = thread.builder;
    this.exprs = thread.exprs;
  }

  /** Gives the value that was assigned. */
  Expr assign(Typed.Assign assign) {
    if (expressions.registerOf(assign.place()) >= 0) {
      int register = expressions.registerOf(assign.place());
      expressions.into(assign.value(), register);
      return Expr.register(register);
    }
    Expr address = expressions.accessed(assign.place());
    Expr value = expressions.value(assign.value());
    if (ExprFactory.size(value) > ExprFactory.LARGE) {
      value = builder.inRegister(value, assign.value().type());
    }
    boolean strong = assign.place().isStrong();
    Expr stored = value;
    if (assign.place() instanceof CPlace.BitField field) {
      stored = inserted(field, cell(address, strong), value);
    }
    builder.access(
        new Instruction.Store(address, stored, assign.order(), strong, builder.origin()),
        assign.span());
    return value;
  }

  /** The cell that a bit-field is in. */
  private Expr cell(Expr address, boolean strong) {
    int cell = builder.register("", CTypes.UNSIGNED_LONG);
    builder.load(cell, address, strong);
    return Expr.register(cell);
  }

  /** A cell with another value of one of its bit-fields. */
  private Expr inserted(CPlace.BitField field, Expr cell, Expr value) {
    long mask = field.bits().mask();
    Expr shift = Expr.constant(field.bits().shift());
    Expr rest = Expr.constant(~(mask << field.bits().shift()));
    Expr part = exprs.binary(BinaryOperator.AND, value, Expr.constant(mask));
    return exprs.binary(
        BinaryOperator.OR,
        exprs.binary(BinaryOperator.AND, cell, rest),
        exprs.binary(BinaryOperator.SHIFT_LEFT, part, shift));
  }

  /** An update of a bit-field; its cell is read behind the operand, which may change others. */
  private Expr update(Typed.Update update, CPlace.BitField field) {
    boolean strong = field.isStrong();
    Expr address = expressions.accessed(field);
    Expr operand = expressions.simple(update.operand());
    Expr cell = cell(address, strong);
    Expr shift = Expr.constant(field.bits().shift());
    Expr part =
        exprs.binary(
            BinaryOperator.AND,
            exprs.binary(BinaryOperator.USHIFT_RIGHT, cell, shift),
            Expr.constant(field.bits().mask()));
    Expr before = exprs.convert(field.type(), part);
    Expr after = builder.inRegister(computed(update, before, operand), field.type());
    builder.store(address, inserted(field, cell, after), strong);
    return update.old() ? before : after;
  }

  /** The value after an update. */
  private Expr computed(Typed.Update update, Expr before, Expr operand) {
    Expr converted = exprs.convert(update.computation(), before);
    Expr result = exprs.binary(update.operator(), converted, operand);
    Type pointer = update.computation();
    boolean bytes = pointer.isVoidPointer() && expressions.goesBack;
    return pointer.isPointer() && !bytes && !result.equals(before)
        ? expressions.within(result, before)
        : exprs.convert(update.type(), exprs.convert(update.computation(), result));
  }

  /** A plain store of a value that has been computed. */
  void store(CPlace place, Expr value) {
    int register = expressions.registerOf(place);
    if (register >= 0) {
      expressions.assign(register, value);
    } else {
      builder.store(expressions.accessed(place), value, place.isStrong());
    }
  }

  /**
   * Reads the object first, as an expression is read from left to right, but behind an operand that
   * has effects: for a call in there, C makes of the update one evaluation.
   *
   * @param wanted whether the value is used
   */
  Expr update(Typed.Update update, boolean wanted) {
    if (update.place() instanceof CPlace.BitField field) {
      return update(update, field);
    }
    if (update.place().type().isAtomic()) {
      return exchanged(update);
    }
    int register = expressions.registerOf(update.place());
    Expr address = register >= 0 ? null : expressions.accessed(update.place());
    boolean behind = !Purity.onlyReads(update.operand());
    Expr operand = behind ? expressions.simple(update.operand()) : null;
    Expr before =
        register >= 0 && !(update.old() && wanted)
            ? Expr.register(register)
            : before(update, register, address);
    if (operand == null) {
      operand = expressions.value(update.operand());
    }
    Expr after = computed(update, before, operand);
    if (register >= 0) {
      expressions.assign(register, after);
      after = Expr.register(register);
    } else {
      boolean strong = update.place().isStrong();
      builder.store(Objects.requireNonNull(address), after, strong);
    }
    return update.old() ? before : after;
  }

  /**
   * An update that no processor has as one instruction: as compilers make it, a load and a
   * compare-and-swap. They try again where that fails; such a run does no more than one that loads
   * later.
   */
  private Expr exchanged(Typed.Update update) {
    Expr address = expressions.accessed(update.place());
    Expr operand = expressions.simple(update.operand());
    Origin origin = builder.origin();
    int loaded = builder.register("", update.type());
    Expr before = Expr.register(loaded);
    builder.access(
        new Instruction.Load(loaded, address, MemoryOrder.SEQ_CST, false, false, origin),
        update.span());
    Expr after = builder.inRegister(computed(update, before, operand), update.type());
    int success = builder.register("", CTypes.BOOL);
    builder.emit(
        new Instruction.CompareAndSwap(
            success,
            Instruction.NO_TARGET,
            address,
            before,
            after,
            MemoryOrder.SEQ_CST,
            MemoryOrder.SEQ_CST,
            false,
            List.of(),
            origin));
    builder.emit(new Instruction.Assume(Expr.register(success), origin));
    return update.old() ? before : after;
  }

  /** The value before an update, in a register of its own. */
  private Expr before(Typed.Update update, int register, @Nullable Expr address) {
    int temporary = builder.register("", update.type());
    if (register >= 0) {
      builder.assign(temporary, Expr.register(register));
    } else {
      boolean strong = update.place().isStrong();
      builder.load(temporary, Objects.requireNonNull(address), strong);
    }
    return Expr.register(temporary);
  }

  /** A struct as a destination. */
  Destination.Object object(CPlace place) {
    boolean pointed = place.whole() instanceof CPlace.Pointed;
    return new Destination.Object(
        expressions.address(place),
        place.isStrong(),
        pointed ? Kinds.all(place.type()) : List.of());
  }

  /** Copies a struct that is in memory. */
  void copy(Typed value, Destination.Object to) {
    switch (value) {
      case Typed.Copy inner -> {
        Destination.Object first = object(inner.to());
        expressions.lower(inner.from(), first);
        copy(first, to, inner.type().cells());
      }
      case Typed.Read read -> copy(object(read.place()), to, read.type().cells());
      default -> throw new IllegalStateException("no struct: " + value);
    }
  }

  private void copy(Destination.Object from, Destination.Object to, long cells) {
    for (long i = 0; i < cells; i++) {
      int value = builder.register("", CTypes.LONG);
      builder.load(value, cell(from, i), from.strong());
      builder.store(cell(to, i), Expr.register(value), to.strong());
    }
  }

  /** Reads a struct that nobody wants. */
  void discard(Typed.Read read) {
    Destination.Object from = object(read.place());
    for (long i = 0; i < read.type().cells(); i++) {
      builder.load(Instruction.NO_TARGET, cell(from, i), from.strong());
    }
  }

  private Expr cell(Destination.Object object, long index) {
    Expr address = exprs.cell(object.address(), index);
    return object.kinds().isEmpty()
        ? address
        : expressions.alike(address, object.kinds().get((int) index));
  }
}
