// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes code of assignments. */
final class AssignmentLowering {
  private final CExpressionLowering expressions;
  private final PlaceLowering places;
  private final LabelledCode builder;
  private final ExprFactory exprs;

  AssignmentLowering(ThreadLowering thread, CExpressionLowering expressions, PlaceLowering places) {
    this.expressions = expressions;
    this.places = places;
    this.builder = thread.builder;
    this.exprs = thread.exprs;
  }

  /** Gives the value that was assigned. */
  Expr assign(Typed.Assign assign) {
    if (places.registerOf(assign.place()) >= 0) {
      int register = places.registerOf(assign.place());
      expressions.into(assign.value(), register);
      return Expr.register(register);
    }
    Expr address = places.address(assign.place());
    Expr value = expressions.value(assign.value());
    if (ExprFactory.size(value) > ExprFactory.LARGE) {
      value = builder.inRegister(value, assign.value().type());
    }
    boolean strong = PlaceLowering.isStrong(assign.place());
    builder.access(
        new Instruction.Store(address, value, assign.order(), strong, builder.origin()),
        assign.span());
    return value;
  }

  /** A plain store of a value that has been computed. */
  void store(CPlace place, Expr value) {
    int register = places.registerOf(place);
    if (register >= 0) {
      builder.assign(register, value);
    } else {
      builder.store(places.address(place), value, PlaceLowering.isStrong(place));
    }
  }

  /** {@code wanted}: whether the value is used. */
  Expr update(Typed.Update update, boolean wanted) {
    int register = places.registerOf(update.place());
    Expr address = register >= 0 ? null : places.address(update.place());
    Expr before =
        register >= 0 && !(update.old() && wanted)
            ? Expr.register(register)
            : before(update, register, address);
    Expr operand = expressions.value(update.operand());
    Expr computed =
        exprs.convert(
            update.computation(),
            exprs.binary(update.operator(), exprs.convert(update.computation(), before), operand));
    Expr after = exprs.convert(update.type(), computed);
    if (register >= 0) {
      builder.assign(register, after);
      after = Expr.register(register);
    } else {
      boolean strong = PlaceLowering.isStrong(update.place());
      builder.store(Objects.requireNonNull(address), after, strong);
    }
    return update.old() ? before : after;
  }

  /** The value before an update, in a register of its own. */
  private Expr before(Typed.Update update, int register, @Nullable Expr address) {
    int temporary = builder.register("", update.type());
    if (register >= 0) {
      builder.assign(temporary, Expr.register(register));
    } else {
      boolean strong = PlaceLowering.isStrong(update.place());
      builder.load(temporary, Objects.requireNonNull(address), strong);
    }
    return Expr.register(temporary);
  }

  /** Cell by cell. */
  void copy(Typed.Copy copy) {
    Expr to = places.address(copy.to());
    Expr from = places.address(copy.from());
    for (long cell = 0; cell < copy.type().cells(); cell++) {
      Expr offset = Expr.constant(cell * Program.CELL_BYTES);
      int temporary = builder.register("", CTypes.LONG);
      builder.load(temporary, exprs.add(from, offset), PlaceLowering.isStrong(copy.from()));
      Expr value = Expr.register(temporary);
      builder.store(exprs.add(to, offset), value, PlaceLowering.isStrong(copy.to()));
    }
  }
}
