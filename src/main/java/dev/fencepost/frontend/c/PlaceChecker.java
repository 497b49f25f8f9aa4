// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * Checks expressions that stand for places: variables, elements, fields, what pointers point at.
 */
final class PlaceChecker {
  private final CheckContext context;
  private final ExpressionChecker values;

  PlaceChecker(CheckContext context, ExpressionChecker values) {
    this.context = context;
    this.values = values;
  }

  /** The place that an expression names; of type error after a complaint. */
  Place place(Expression expression) {
    return switch (expression) {
      case Expression.Name name -> named(name);
      case Expression.Subscript subscript -> element(subscript);
      case Expression.Member member -> member(member);
      case Expression.Unary unary when unary.operator().equals("*") ->
          pointed(values.value(unary.operand()), unary.span());
      default -> {
        Typed value = values.value(expression);
        yield value.type().isError()
            ? invalid(expression.span())
            : complain(expression.span(), "this is no variable or other place in memory", "");
      }
    };
  }

  /** Whether an expression stands for a place. */
  static boolean isPlace(Expression expression) {
    return switch (expression) {
      case Expression.Name name -> true;
      case Expression.Subscript subscript -> true;
      case Expression.Member member -> member.arrow() || isPlace(member.base());
      case Expression.Unary unary -> unary.operator().equals("*");
      default -> false;
    };
  }

  /** The type of an expression that is not evaluated, arrays as they are. */
  Type typeOf(Expression expression) {
    boolean name = expression instanceof Expression.Name;
    boolean variable =
        !name
            || context.scope().find(((Expression.Name) expression).name()).orElse(null)
                instanceof Symbol.OfVariable;
    if (isPlace(expression) && variable) {
      return place(expression).type();
    }
    return expression instanceof Expression.Text text
        ? new Type.ArrayType(Types.CHAR, text.text().length() + 1)
        : values.value(expression).type();
  }

  private Place invalid(SourceSpan span) {
    return new Place.Pointed(new Typed.Invalid(span), Types.ERROR, span);
  }

  private Place complain(SourceSpan span, String message, String hint) {
    context.error(span, message, hint);
    return invalid(span);
  }

  private Place named(Expression.Name name) {
    Optional<Symbol> symbol = context.scope().find(name.name());
    if (symbol.isEmpty()) {
      String header = Intrinsics.constantHeader(name.name());
      String hint = header.isEmpty() ? "" : "#include <" + header + ">";
      context.undeclared(name.name(), name.span(), hint);
      return invalid(name.span());
    }
    return switch (symbol.get()) {
      case Symbol.OfVariable found -> {
        found.variable().use();
        yield found.variable().type().isError()
            ? invalid(name.span())
            : new Place.Named(found.variable(), name.span());
      }
      case Symbol.OfFunction found ->
          complain(name.span(), "'" + name.name() + "' is a function", "");
      case Symbol.OfConstant found ->
          complain(name.span(), "'" + name.name() + "' is a constant", "");
      case Symbol.OfType found -> complain(name.span(), "'" + name.name() + "' is a type", "");
      case Symbol.Unknown unknown -> invalid(name.span());
    };
  }

  private Place element(Expression.Subscript subscript) {
    SourceSpan span = subscript.span();
    Place base = isPlace(subscript.array()) ? place(subscript.array()) : null;
    if (base != null && base.type().unqualified() instanceof Type.ArrayType array) {
      Typed index = values.value(subscript.index());
      if (!index.type().isError() && !index.type().isInteger()) {
        return complain(
            index.span(), "an index must be an integer, not '" + index.type() + "'", "");
      }
      return index.type().isError()
          ? invalid(span)
          : new Place.Element(base, index, array.element(), span);
    }
    Typed left = base != null ? values.read(base) : values.value(subscript.array());
    Typed right = values.value(subscript.index());
    if (left.type().isError() || right.type().isError()) {
      return invalid(span);
    }
    boolean swapped = left.type().isInteger() && right.type().isPointer();
    Typed pointer = swapped ? right : left;
    Typed index = swapped ? left : right;
    if (!pointer.type().isPointer() || !index.type().isInteger()) {
      return complain(
          span, "'" + left.type() + "' cannot be indexed with '" + right.type() + "'", "");
    }
    return pointed(values.offset(pointer, index, swapped, span), span);
  }

  private Place member(Expression.Member member) {
    SourceSpan span = member.span();
    Place base;
    if (member.arrow()) {
      base = pointed(values.value(member.base()), member.base().span());
    } else if (isPlace(member.base())) {
      base = place(member.base());
    } else {
      Typed value = values.value(member.base());
      return value.type().isError()
          ? invalid(span)
          : complain(span, "only variables and what pointers point at have fields here", "");
    }
    if (base.type().isError()) {
      return invalid(span);
    }
    if (!(base.type().unqualified() instanceof StructType struct)) {
      boolean pointer = base.type().isPointer() && !member.arrow();
      return complain(
          span, "'" + base.type() + "' has no fields", pointer ? "use '->' instead of '.'" : "");
    }
    if (!struct.isComplete()) {
      return complain(span, "the fields of '" + struct + "' are not declared", "");
    }
    Optional<List<StructType.Field>> path = struct.find(member.field());
    if (path.isEmpty()) {
      return complain(span, "'" + struct + "' has no field '" + member.field() + "'", "");
    }
    if (isThroughPointer(base)) {
      context.goInto(struct.cells());
    }
    Place result = base;
    for (StructType.Field field : path.get()) {
      Type type = field.type().qualify(result.type().isConst(), false);
      result = new Place.Member(result, field, type, span);
    }
    return result;
  }

  private static boolean isThroughPointer(Place place) {
    return switch (place) {
      case Place.Named named -> false;
      case Place.Pointed pointed -> true;
      case Place.Member member -> isThroughPointer(member.base());
      case Place.Element element -> isThroughPointer(element.base());
    };
  }

  /** What a pointer points at; {@code *&x} is {@code x}. */
  Place pointed(Typed pointer, SourceSpan span) {
    if (pointer.type().isError()) {
      return invalid(span);
    }
    if (!(pointer.type().unqualified() instanceof Type.PointerType type)) {
      return complain(span, "'" + pointer.type() + "' points at nothing", "");
    }
    if (type.target().isVoid()) {
      return complain(span, "a 'void *' points at nothing in particular", "cast it first");
    }
    if (pointer instanceof Typed.AddressOf address
        && Type.same(address.place().type(), type.target())) {
      return address.place();
    }
    return new Place.Pointed(pointer, type.target(), span);
  }

  /** The address of the first element of an array. */
  Typed decay(Place place, Type.ArrayType array) {
    Typed zero = new Typed.Constant(0, Types.INT, place.span());
    return address(new Place.Element(place, zero, array.element(), place.span()), place.span());
  }

  Typed address(Place place, SourceSpan span) {
    if (place.type().isError()) {
      return new Typed.Invalid(span);
    }
    Variable variable = place.variable();
    if (variable != null) {
      if (variable.isGhost()) {
        return context.error(
            span,
            "the address of the ghost '" + variable.name() + "' cannot be taken",
            "use the ghost by its name");
      }
      variable.takeAddress();
    }
    if (place instanceof Place.Pointed pointed) {
      return Conversions.convert(pointed.address(), new Type.PointerType(place.type()));
    }
    return new Typed.AddressOf(place, new Type.PointerType(place.type()), span);
  }

  /** Complains where a place cannot be assigned. */
  boolean isAssignable(Place place, SourceSpan span) {
    if (place.type().isError()) {
      return false;
    }
    if (place.type().isConst()) {
      context.error(span, "this is const and cannot be assigned");
      return false;
    }
    if (place.type().unqualified() instanceof Type.ArrayType) {
      context.error(span, "an array cannot be assigned", "assign its elements");
      return false;
    }
    return true;
  }
}
