// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.frontend.c.Typed.Operation;
import dev.fencepost.ir.CellKinds;
import dev.fencepost.ir.Program;
import java.util.List;
import java.util.OptionalLong;

/** Checks the functions of {@code <string.h>}, which work on cells, and {@code free}. */
record BlockChecker(CheckContext context, ExpressionChecker values) {
  private static final String HINT = "every scalar has 8 bytes here: write n * sizeof(type)";

  /** {@code memcpy}, and {@code memmove}, whose blocks may overlap. */
  Typed copy(CExpression.Call call, boolean overlapping) {
    Typed target = values.argument(call, 0);
    Typed source = values.argument(call, 1);
    Typed to = values.conversions.assign(target, CTypes.VOID_POINTER, "the target");
    Typed from = values.conversions.cast(source, CTypes.VOID_POINTER, call.span());
    int cells = cells(call, target);
    if (!to.isError() && !from.isError()) {
      values.conversions.isReinterpreted(source.type(), target.type(), call.span());
    }
    return IntrinsicChecker.effect(
        new Operation.CopyCells(to, from, cells, overlapping), call.span());
  }

  Typed fill(CExpression.Call call) {
    Typed target = values.argument(call, 0);
    Typed to = values.conversions.assign(target, CTypes.VOID_POINTER, "the target");
    Typed value = values.argument(call, 1);
    int cells = cells(call, target);
    if (to.isError() || value.isError()) {
      return new Typed.Invalid(call.span());
    }
    OptionalLong scalar =
        value instanceof Typed.Constant constant ? repeated(constant, target.type()) : null;
    return scalar == null || scalar.isEmpty()
        ? context.error(
            call.span(),
            "only 0 can be written to all bytes here",
            "memory is cells of one scalar each: assign them in a loop")
        : IntrinsicChecker.effect(
            new Operation.FillCells(to, scalar.getAsLong(), cells, kind(scalar, target)),
            call.span());
  }

  /** What the cells must hold for a scalar to be right: 0 always is. */
  private static int kind(OptionalLong scalar, Typed target) {
    return scalar.getAsLong() != 0
            && target.type().unqualified() instanceof Type.PointerType(Type held)
        ? Kinds.first(held)
        : CellKinds.UNKNOWN;
  }

  /** The scalar of which each byte has a value, where the target shows its type. */
  private static OptionalLong repeated(Typed.Constant value, Type pointer) {
    if (value.value() == 0) {
      return OptionalLong.of(0);
    }
    return ((Type.PointerType) pointer.unqualified()).target().unqualified()
            instanceof Type.IntegerType integer
        ? OptionalLong.of(integer.wrap((value.value() & 0xff) * 0x0101010101010101L))
        : OptionalLong.empty();
  }

  Typed free(CExpression.Call call) {
    Typed pointer = values.argument(call, 0, CTypes.VOID_POINTER, "the block");
    return IntrinsicChecker.effect(new Operation.Free(pointer), call.span());
  }

  /**
   * Complains of a constant size without a sizeof: scalars take more bytes here.
   *
   * @param factors the size is their product
   * @param last the value of the last one
   */
  void requireSizeof(List<CExpression> factors, Typed last) {
    boolean number = last instanceof Typed.Constant constant && constant.value() != 0;
    if (number && factors.stream().noneMatch(BlockChecker::hasSizeof)) {
      context.error(factors.getLast().span(), "a size that is a number alone", HINT);
    }
  }

  /** Whether a size has a {@code sizeof} or {@code offsetof}, a sum in both of its parts. */
  private static boolean hasSizeof(CExpression size) {
    return switch (size) {
      case CExpression.SizeofType sizeof -> true;
      case CExpression.SizeofValue sizeof -> true;
      case CExpression.Member offset -> true;
      case CExpression.Unary unary -> hasSizeof(unary.operand());
      case CExpression.Binary binary when isSum(binary) ->
          hasSizeof(binary.left()) && hasSizeof(binary.right());
      case CExpression.Binary binary -> hasSizeof(binary.left()) || hasSizeof(binary.right());
      case CExpression.Cast cast -> hasSizeof(cast.operand());
      case CExpression.Conditional choice ->
          hasSizeof(choice.whenTrue()) || hasSizeof(choice.whenFalse());
      default -> false;
    };
  }

  private static boolean isSum(CExpression.Binary binary) {
    return binary.operator().equals("+") || binary.operator().equals("-");
  }

  /** Whether a pointer is to scalars of 8 bytes, as compilers have them too. */
  private static boolean isOfWords(Typed pointer) {
    return pointer.type().unqualified() instanceof Type.PointerType(Type held)
        && held.isScalar()
        && Kinds.scalar(held) == CellKinds.WORD;
  }

  /** The cells of a size in bytes; none after a complaint. */
  private int cells(CExpression.Call call, Typed target) {
    CExpression size = call.arguments().get(2);
    Typed value = values.value(size);
    if (!target.isError() && !isOfWords(target)) {
      requireSizeof(List.of(size), value);
    }
    if (value instanceof Typed.Constant constant
        && constant.value() % Program.CELL_BYTES == 0
        && constant.value() >= 0
        && constant.value() / Program.CELL_BYTES <= TypeResolver.MOST_CELLS) {
      return (int) (constant.value() / Program.CELL_BYTES);
    }
    if (!value.isError()) {
      context.error(size.span(), "the size must be a constant, in whole cells", HINT);
    }
    return 0;
  }
}
