// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference.runahead;

import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.Expr;
import java.util.function.IntToLongFunction;

/** The value of expressions over registers. */
final class Values {
  private Values() {}

  static long of(Expr expr, IntToLongFunction register) {
    return switch (expr) {
      case Expr.Constant constant -> constant.value();
      case Expr.Register r -> register.applyAsLong(r.index());
      case Expr.Unary unary -> Arithmetic.unary(unary.operator(), of(unary.operand(), register));
      case Expr.Binary binary ->
          Arithmetic.binary(
              binary.operator(), of(binary.left(), register), of(binary.right(), register));
      case Expr.Convert convert ->
          Arithmetic.convert(convert.bits(), convert.signed(), of(convert.operand(), register));
      case Expr.Index index -> of(index.operand(), register);
      case Expr.Within within -> of(within.address(), register);
      default -> throw new IllegalArgumentException("no expression of a program: " + expr);
    };
  }
}
