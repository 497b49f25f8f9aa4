// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Expr.UnaryOperator;
import dev.fencepost.source.SourceSpan;

/** C's conversions; expressions of constants become constants. */
record Conversions(CheckContext context) {
  static final String MOVED = "this pointer was moved by bytes, and a character takes a cell";
  static final String MOVED_HINT =
      "cast it to the type of the object there; for characters assign it to a 'char *' before";

  static Type.IntegerType promote(Type.IntegerType type) {
    if (type.isBitField()) {
      return promote(type.bits(), type.signed());
    }
    return type.rank() < CTypes.INT.rank() ? CTypes.INT : type;
  }

  /** A bit-field goes by its width, whatever type it was declared with. */
  private static Type.IntegerType promote(int width, boolean signed) {
    if (width > CTypes.INT.bits()) {
      return signed ? CTypes.LONG : CTypes.UNSIGNED_LONG;
    }
    return signed || width < CTypes.INT.bits() ? CTypes.INT : CTypes.UNSIGNED_INT;
  }

  /** What a variable has that takes the type of a value: never that of a bit-field. */
  static Type whole(Type type) {
    return type instanceof Type.IntegerType integer && integer.isBitField()
        ? promote(integer)
        : type;
  }

  /** The type that an operator computes in. */
  static Type.IntegerType usual(Type left, Type right) {
    Type.IntegerType a = promote((Type.IntegerType) left.unqualified());
    Type.IntegerType b = promote((Type.IntegerType) right.unqualified());
    if (a.signed() == b.signed()) {
      return a.rank() >= b.rank() ? a : b;
    }
    Type.IntegerType signed = a.signed() ? a : b;
    Type.IntegerType unsigned = a.signed() ? b : a;
    if (unsigned.rank() >= signed.rank()) {
      return unsigned;
    }
    if (signed.bits() > unsigned.bits()) {
      return signed;
    }
    return signed.rank() == CTypes.LONG.rank() ? CTypes.UNSIGNED_LONG : CTypes.UNSIGNED_LONG_LONG;
  }

  /** To a scalar type, by force. A block that was allocated holds what its pointer points to. */
  static Typed convert(Typed value, Type target) {
    Type type = target.unqualified();
    if (value.isError() || value.type().unqualified().equals(type)) {
      return value;
    }
    if (value instanceof Typed.Allocate block && type.isPointer()) {
      return new Typed.Allocate(block.factors(), type, block.span());
    }
    return value instanceof Typed.Constant constant
        ? new Typed.Constant(type.wrap(constant.value()), type, value.span())
        : new Typed.Convert(value, type, value.span());
  }

  static Typed unary(UnaryOperator operator, Typed operand, Type type, SourceSpan span) {
    return operand instanceof Typed.Constant constant
        ? new Typed.Constant(type.wrap(Arithmetic.unary(operator, constant.value())), type, span)
        : new Typed.Unary(operator, operand, type, span);
  }

  static Typed binary(
      BinaryOperator operator, Typed left, Typed right, Type type, SourceSpan span) {
    return binary(operator, left, right, false, new Typed.Constant(0, type, span));
  }

  /** The type and place are those of {@code result}. */
  static Typed binary(
      BinaryOperator operator, Typed left, Typed right, boolean rightFirst, Typed result) {
    if (left instanceof Typed.Constant a
        && right instanceof Typed.Constant b
        && Arithmetic.isDefined(operator, b.value())) {
      long value = result.type().wrap(Arithmetic.binary(operator, a.value(), b.value()));
      return new Typed.Constant(value, result.type(), result.span());
    }
    return new Typed.Binary(operator, left, right, rightFirst, result.type(), result.span());
  }

  /** A cell of bit-fields with another value of one of them. */
  static Typed inserted(StructType.Bits bits, Typed cell, Typed value) {
    Type type = CTypes.UNSIGNED_LONG;
    SourceSpan span = value.span();
    Typed mask = new Typed.Constant(bits.mask(), type, span);
    Typed rest = new Typed.Constant(~(bits.mask() << bits.shift()), type, span);
    Typed shift = new Typed.Constant(bits.shift(), CTypes.LONG, span);
    Typed part = binary(BinaryOperator.AND, value, mask, type, span);
    Typed placed = binary(BinaryOperator.SHIFT_LEFT, part, shift, type, span);
    Typed kept = binary(BinaryOperator.AND, cell, rest, type, span);
    return binary(BinaryOperator.OR, kept, placed, type, span);
  }

  static boolean isNull(Typed value) {
    return value instanceof Typed.Constant constant
        && constant.value() == 0
        && (value.type().isInteger() || value.type().isVoidPointer());
  }

  /**
   * As an assignment does it; complains where C does not allow it. An integer becomes a {@code void
   * *} by itself, as compilers have it with a warning: nothing is accessed through one.
   *
   * @param what what is assigned to, for the message
   */
  Typed assign(Typed value, Type target, String what) {
    Type from = value.type().unqualified();
    Type to = target.unqualified();
    if (from.isError() || to.isError()) {
      return new Typed.Invalid(value.span());
    }
    if (from.isInteger() && (to.isInteger() || to.isVoidPointer())
        || to.equals(CTypes.BOOL) && from.isPointer()) {
      return convert(value, to);
    }
    if (to instanceof Type.PointerType pointer && isNull(value)) {
      return new Typed.Constant(0, pointer, value.span());
    }
    if (to instanceof Type.PointerType pointer
        && ExpressionChecker.isCharacter(pointer.target())
        && ExpressionChecker.isMovedByBytes(value)) {
      return context.error(value.span(), MOVED, MOVED_HINT);
    }
    if (to instanceof Type.PointerType a && from instanceof Type.PointerType b && fits(a, b)) {
      return b.target().isConst() && !a.target().isConst()
          ? context.error(value.span(), what + " has type '" + to + "', which would drop the const")
          : convert(value, to);
    }
    if (to instanceof StructType && Type.same(to, from)) {
      return value;
    }
    boolean cast = to.isScalar() && from.isScalar();
    return context.error(
        value.span(),
        what + " has type '" + to + "', the value has type '" + from + "'",
        cast ? "write a cast if this is meant: (" + to + ")" : "");
  }

  private static boolean fits(Type.PointerType to, Type.PointerType from) {
    return to.target().isVoid()
        || from.target().isVoid()
        || Type.same(to.target(), from.target())
            && to.target().isAtomic() == from.target().isAtomic();
  }

  /** The first scalar of an object, as a struct begins with its first field. */
  private static Type first(Type type) {
    return switch (type.unqualified()) {
      case Type.ArrayType array -> first(array.element());
      case StructType struct when !struct.cellFields().isEmpty() ->
          first(struct.cellFields().getFirst().type());
      default -> type.unqualified();
    };
  }

  /** A cast. */
  Typed cast(Typed value, Type target, SourceSpan span) {
    Type from = value.type().unqualified();
    Type to = target.unqualified();
    if (from.isError() || to.isError()) {
      return new Typed.Invalid(span);
    }
    if (to.isVoid()) {
      return new Typed.Convert(value, CTypes.VOID, span);
    }
    if (!to.isScalar() || !from.isScalar()) {
      return context.error(span, "'" + from + "' cannot be cast to '" + to + "'");
    }
    boolean bytes =
        value instanceof Typed.Binary sum
            && sum.left().type().isPointer()
            && ExpressionChecker.isBytes(sum.left());
    return !bytes
            && to instanceof Type.PointerType pointer
            && pointer.target().unqualified() instanceof Type.IntegerType
            && isReinterpreted(from, to, span)
        ? new Typed.Invalid(span)
        : convert(value, to);
  }

  /** Whether scalars at one pointer have another range at the other one; complains then. */
  boolean isReinterpreted(Type from, Type to, SourceSpan span) {
    if (from.unqualified() instanceof Type.PointerType a
        && to.unqualified() instanceof Type.PointerType b
        && first(a.target()) instanceof Type.IntegerType p
        && first(b.target()) instanceof Type.IntegerType q
        && !Ranges.of(p).equals(Ranges.of(q))) {
      context.error(
          span,
          "reading '" + a.target() + "' as '" + b.target() + "' is not supported",
          "memory is cells of one scalar each, not bytes, and a scalar has one type");
      return true;
    }
    return false;
  }
}
