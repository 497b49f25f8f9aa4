// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Expr.UnaryOperator;
import dev.fencepost.ir.Instruction.Modification;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.source.SourceSpan;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Checks operators. */
record OperatorChecker(CheckContext context, ExpressionChecker values, PlaceChecker places) {

  Typed unary(CExpression.Unary unary) {
    SourceSpan span = unary.span();
    if (unary.operator().equals("&")
        && context.named(unary.operand()) instanceof CSymbol.OfFunction found) {
      return values.address(found.function(), span);
    }
    if (unary.operator().equals("&")) {
      return places.address(places.place(unary.operand()), span);
    }
    if (unary.operator().equals("*")) {
      CPlace place = places.place(unary);
      return place instanceof CPlace.Pointed pointed
              && FunctionPointers.target(pointed.address()) != null
          ? pointed.address()
          : values.read(place);
    }
    if (unary.operator().equals("!")) {
      Typed operand = values.condition(unary.operand());
      return Conversions.unary(UnaryOperator.NOT, operand, CTypes.INT, span);
    }
    Typed operand = values.value(unary.operand());
    if (operand.isError()) {
      return operand;
    }
    if (!(operand.type().unqualified() instanceof Type.IntegerType integer)) {
      return context.error(
          span, "'" + unary.operator() + "' does not work on '" + operand.type() + "'");
    }
    Type type = Conversions.promote(integer);
    Typed promoted = Conversions.convert(operand, type);
    return switch (unary.operator()) {
      case "-" -> Conversions.unary(UnaryOperator.NEGATE, promoted, type, span);
      case "~" -> Conversions.unary(UnaryOperator.COMPLEMENT, promoted, type, span);
      default -> promoted;
    };
  }

  Typed binary(CExpression.Binary binary) {
    SourceSpan span = binary.span();
    String operator = binary.operator();
    if (operator.equals("&&") || operator.equals("||")) {
      return logical(binary, operator.equals("&&"));
    }
    Typed left = operand(binary.left(), operator, binary.right());
    Typed right = operand(binary.right(), operator, binary.left());
    if (left.isError() || right.isError()) {
      return new Typed.Invalid(span);
    }
    if (isEquality(operator)) {
      values.names.compare(binary, left, right);
    }
    if (left.type().isInteger() && right.type().isInteger()) {
      return arithmetic(operator, left, right, span);
    }
    if (isEquality(operator) || isOrder(operator)) {
      return comparePointers(operator, left, right, span);
    }
    if (operator.equals("+") || operator.equals("-")) {
      return pointerArithmetic(operator, left, right, span);
    }
    return mismatch(operator, left, right, span);
  }

  /** Whether this is what {@code offsetof} becomes, an address as a number. */
  private boolean isOffset(CExpression expression) {
    return expression instanceof CExpression.Cast cast
        && cast.operand() instanceof CExpression.Unary unary
        && unary.operator().equals("&")
        && values.types.resolve(cast.type()).isInteger();
  }

  /** {@code nondet() == 0} asks for a truth value only; {@code (char *)p + n} counts bytes. */
  private Typed operand(CExpression expression, String operator, CExpression other) {
    boolean zero =
        other instanceof CExpression.IntegerConstant number && number.literal().value() == 0;
    if (expression instanceof CExpression.Cast cast
        && (operator.equals("+") || operator.equals("-"))) {
      return values.addend(cast, isOffset(other));
    }
    return isEquality(operator) && zero ? values.condition(expression) : values.value(expression);
  }

  private Typed mismatch(String operator, Typed left, Typed right, SourceSpan span) {
    return context.error(
        span,
        "'" + operator + "' does not work on '" + left.type() + "' and '" + right.type() + "'");
  }

  private Typed logical(CExpression.Binary binary, boolean and) {
    Typed left = values.condition(binary.left());
    Typed right = values.condition(binary.right());
    if (left instanceof Typed.Constant constant) {
      boolean decided = (constant.value() != 0) != and;
      if (decided) {
        return new Typed.Constant(and ? 0 : 1, CTypes.INT, binary.span());
      }
      if (right instanceof Typed.Constant other) {
        return new Typed.Constant(other.value() != 0 ? 1 : 0, CTypes.INT, binary.span());
      }
    }
    return new Typed.Logical(and, left, right, CTypes.INT, binary.span());
  }

  private static boolean isShift(String operator) {
    return operator.equals("<<") || operator.equals(">>");
  }

  private static boolean isEquality(String operator) {
    return operator.equals("==") || operator.equals("!=");
  }

  private static boolean isOrder(String operator) {
    return List.of("<", ">", "<=", ">=").contains(operator);
  }

  private Typed arithmetic(String operator, Typed left, Typed right, SourceSpan span) {
    if (isShift(operator)) {
      Type.IntegerType type = Conversions.promote((Type.IntegerType) left.type().unqualified());
      Typed distance = distance(right, type, span);
      return distance.isError()
          ? distance
          : Conversions.binary(
              operatorFor(operator, type), Conversions.convert(left, type), distance, type, span);
    }
    Type.IntegerType type = Conversions.usual(left.type(), right.type());
    Typed a = Conversions.convert(left, type);
    Typed b = Conversions.convert(right, type);
    if (isEquality(operator) || isOrder(operator)) {
      return compare(operator, a, b, type, span);
    }
    return Conversions.binary(operatorFor(operator, type), a, b, type, span);
  }

  /** The right operand of a shift, in a type that holds any; an error where it is known as bad. */
  private Typed distance(Typed right, Type.IntegerType type, SourceSpan span) {
    Typed distance = Conversions.convert(right, CTypes.LONG);
    return distance instanceof Typed.Constant constant
            && (constant.value() < 0 || constant.value() >= type.bits())
        ? context.error(
            span,
            "a shift by " + constant.value() + " of a type of " + type.bits() + " bits",
            "C gives it no meaning; leave it out by #if where it is for another width")
        : distance;
  }

  private static Typed compare(
      String operator, Typed left, Typed right, Type.IntegerType type, SourceSpan span) {
    BinaryOperator compare = operatorFor(operator, type);
    boolean swapped = operator.startsWith(">");
    Typed result = new Typed.Constant(0, CTypes.INT, span);
    return swapped
        ? Conversions.binary(compare, right, left, true, result)
        : Conversions.binary(compare, left, right, false, result);
  }

  /** {@code >} and {@code >=} give the operator for swapped operands. */
  private static BinaryOperator operatorFor(String operator, Type computation) {
    boolean signed = computation instanceof Type.IntegerType integer && integer.signed();
    boolean wide = !(computation instanceof Type.IntegerType integer) || integer.bits() == 64;
    return switch (operator) {
      case "+" -> BinaryOperator.ADD;
      case "-" -> BinaryOperator.SUBTRACT;
      case "*" -> BinaryOperator.MULTIPLY;
      case "/" -> signed ? BinaryOperator.DIVIDE : BinaryOperator.UDIVIDE;
      case "%" -> signed ? BinaryOperator.REMAINDER : BinaryOperator.UREMAINDER;
      case "&" -> BinaryOperator.AND;
      case "|" -> BinaryOperator.OR;
      case "^" -> BinaryOperator.XOR;
      case "<<" -> wide ? BinaryOperator.SHIFT_LEFT : BinaryOperator.SHIFT_LEFT_32;
      case ">>" ->
          wide
              ? signed ? BinaryOperator.SHIFT_RIGHT : BinaryOperator.USHIFT_RIGHT
              : signed ? BinaryOperator.SHIFT_RIGHT_32 : BinaryOperator.USHIFT_RIGHT_32;
      case "==" -> BinaryOperator.EQUAL;
      case "!=" -> BinaryOperator.NOT_EQUAL;
      case "<", ">" -> signed ? BinaryOperator.LESS : BinaryOperator.ULESS;
      case "<=", ">=" -> signed ? BinaryOperator.LESS_EQUAL : BinaryOperator.ULESS_EQUAL;
      default -> throw new IllegalArgumentException(operator);
    };
  }

  /** An integer that a pointer is compared with is an address, as compilers have it. */
  private Typed comparePointers(String operator, Typed left, Typed right, SourceSpan span) {
    boolean pointers = left.type().isPointer() && right.type().isPointer();
    boolean comparable =
        left.type().isVoidPointer()
            || right.type().isVoidPointer()
            || Type.same(left.type(), right.type());
    if (pointers && !comparable) {
      return context.error(
          span,
          "'" + left.type() + "' is compared with '" + right.type() + "'",
          "write a cast if this is meant");
    }
    if (!left.type().isScalar() || !right.type().isScalar()) {
      return mismatch(operator, left, right, span);
    }
    Type address = CTypes.UNSIGNED_LONG;
    Typed a = left.type().isPointer() ? left : Conversions.convert(left, address);
    Typed b = right.type().isPointer() ? right : Conversions.convert(right, address);
    return compare(operator, a, b, CTypes.UNSIGNED_LONG, span);
  }

  private Typed pointerArithmetic(String operator, Typed left, Typed right, SourceSpan span) {
    boolean minus = operator.equals("-");
    if (left.type().isPointer() && right.type().isInteger()) {
      Typed wide = Conversions.convert(right, CTypes.LONG);
      Typed index = minus ? Conversions.unary(UnaryOperator.NEGATE, wide, CTypes.LONG, span) : wide;
      return values.offset(left, index, false, span);
    }
    if (!minus && left.type().isInteger() && right.type().isPointer()) {
      return values.offset(right, left, true, span);
    }
    boolean difference =
        minus
            && left.type().isPointer()
            && Type.same(left.type(), right.type())
            && (ExpressionChecker.isBytes(left)
                || ((Type.PointerType) left.type().unqualified()).target().cells() > 0);
    if (!difference) {
      return mismatch(operator, left, right, span);
    }
    if (ExpressionChecker.isBytes(left) != ExpressionChecker.isBytes(right)) {
      return context.error(
          span,
          "one of these pointers counts bytes, the other one characters",
          "cast both to 'char *' here");
    }
    long size = ((Type.PointerType) left.type().unqualified()).target().bytes();
    Typed bytes = Conversions.binary(BinaryOperator.SUBTRACT, left, right, CTypes.LONG, span);
    Typed scale = new Typed.Constant(size, CTypes.LONG, span);
    return ExpressionChecker.isBytes(left)
        ? bytes
        : Conversions.binary(BinaryOperator.DIVIDE, bytes, scale, CTypes.LONG, span);
  }

  Typed conditional(CExpression.Conditional conditional) {
    SourceSpan span = conditional.span();
    Typed condition = values.condition(conditional.condition());
    Typed a = values.value(conditional.whenTrue());
    Typed b = values.value(conditional.whenFalse());
    if (condition.isError() || a.isError() || b.isError()) {
      return new Typed.Invalid(span);
    }
    Type type = null;
    if (a.type().isInteger() && b.type().isInteger()) {
      type = Conversions.usual(a.type(), b.type());
    } else if (a.type().isVoid() && b.type().isVoid()) {
      type = CTypes.VOID;
    } else if (a.type().isPointer() && (Conversions.isNull(b) || b.type().isVoidPointer())) {
      type = Conversions.isNull(b) ? a.type() : b.type();
    } else if (b.type().isPointer() && (Conversions.isNull(a) || a.type().isVoidPointer())) {
      type = Conversions.isNull(a) ? b.type() : a.type();
    } else if (!a.type().isInteger() && Type.same(a.type(), b.type())) {
      type = a.type();
    }
    if (type == null) {
      return mismatch("?:", a, b, span);
    }
    Typed whenTrue = type.isScalar() ? Conversions.convert(a, type) : a;
    Typed whenFalse = type.isScalar() ? Conversions.convert(b, type) : b;
    if (condition instanceof Typed.Constant constant) {
      return constant.value() != 0 ? whenTrue : whenFalse;
    }
    return new Typed.Conditional(condition, whenTrue, whenFalse, type, span);
  }

  Typed increment(CExpression.Increment increment) {
    CPlace place = places.place(increment.operand());
    Typed one = new Typed.Constant(1, CTypes.INT, increment.span());
    String operator = increment.up() ? "+" : "-";
    return update(place, operator, one, !increment.prefix(), increment.span());
  }

  Typed assignment(CExpression.Assignment assignment) {
    SourceSpan span = assignment.span();
    CPlace place = places.place(assignment.target());
    String operator = assignment.operator();
    if (!operator.equals("=")) {
      Typed operand = values.value(assignment.value());
      return update(place, operator.substring(0, operator.length() - 1), operand, false, span);
    }
    Typed value = values.valueFor(place.type(), assignment.value());
    if (!places.isAssignable(place, assignment.target().span())) {
      return new Typed.Invalid(span);
    }
    values.names.value(place, assignment.value(), value);
    return assign(
        place, value, place.type().isAtomic() ? MemoryOrder.SEQ_CST : MemoryOrder.PLAIN, span);
  }

  /** Assigns to a place that may be assigned. */
  Typed assign(CPlace place, Typed value, MemoryOrder order, SourceSpan span) {
    Typed converted = values.conversions.assign(value, place.type(), "the left side");
    place.assign();
    Type type = place.type().unqualified();
    if (type instanceof StructType) {
      return new Typed.Copy(place, converted, type, span);
    }
    return new Typed.Assign(place, converted, order, type, span);
  }

  /** {@code place = place operator operand}; on an atomic place, a read-modify-write. */
  private Typed update(CPlace place, String operator, Typed operand, boolean old, SourceSpan span) {
    if (operand.isError() || !places.isAssignable(place, span)) {
      return new Typed.Invalid(span);
    }
    Type type = place.type().unqualified();
    boolean pointer =
        type.isPointer()
            && operand.type().isInteger()
            && (operator.equals("+") || operator.equals("-"));
    if (!pointer && (!type.isInteger() || !operand.type().isInteger())) {
      return mismatch(operator + "=", new Typed.Constant(0, type, span), operand, span);
    }
    place.assign();
    values.names.count(place);
    Typed amount = operand;
    Type computation = pointer ? type : Conversions.usual(type, operand.type());
    if (pointer) {
      Typed zero = new Typed.Constant(0, type, span);
      amount = Conversions.convert(values.offset(zero, operand, false, span), CTypes.LONG);
      if (type.isVoidPointer() && operator.equals("-")) {
        context.goBack();
      }
    } else if (isShift(operator)) {
      computation = Conversions.promote((Type.IntegerType) type);
      amount = distance(operand, (Type.IntegerType) computation, span);
    }
    boolean ready = pointer || isShift(operator);
    Typed converted = ready ? amount : Conversions.convert(amount, computation);
    BinaryOperator op = operatorFor(operator, computation);
    Typed.Update update = new Typed.Update(place, op, converted, computation, old, type, span);
    return place.type().isAtomic()
        ? atomic(update, Conversions.convert(amount, pointer ? CTypes.LONG : type))
        : update;
  }

  /** A fetch-and-modify by the amount, if there is one that does the same. */
  private static Typed atomic(Typed.Update update, Typed amount) {
    CVariable variable = update.place().variable();
    if (variable != null) {
      // a read-modify-write is a step on memory, also of a local variable
      variable.takeAddress();
    }
    Optional<Modification> modification =
        Arrays.stream(Modification.values())
            .filter(m -> m.operator() == update.operator() && !update.type().equals(CTypes.BOOL))
            .findFirst();
    return modification.isEmpty()
        ? update
        : new Typed.Modify(
            update.place(),
            modification.get(),
            amount,
            MemoryOrder.SEQ_CST,
            update.old(),
            update.type(),
            update.span());
  }
}
