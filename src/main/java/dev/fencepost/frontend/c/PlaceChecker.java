// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * Checks expressions that stand for places: variables, elements, fields, what pointers point at.
 */
record PlaceChecker(CheckContext context, ExpressionChecker values) {

  /** The place that an expression names; of type error after a complaint. */
  CPlace place(CExpression expression) {
    return switch (expression) {
      case CExpression.Name name -> named(name);
      case CExpression.Subscript subscript -> element(subscript);
      case CExpression.Member member -> member(member);
      case CExpression.Literal literal -> literal(literal);
      case CExpression.Unary unary when unary.operator().equals("*") ->
          pointed(values.value(unary.operand()), unary.span());
      default -> {
        Typed value = values.value(expression);
        yield value.isError()
            ? invalid(expression.span())
            : complain(expression.span(), "this is no variable or other place in memory", "");
      }
    };
  }

  /** Whether an expression stands for a place. */
  static boolean isPlace(CExpression expression) {
    return switch (expression) {
      case CExpression.Name name -> true;
      case CExpression.Subscript subscript -> true;
      case CExpression.Member member -> true;
      case CExpression.Literal literal -> true;
      case CExpression.Unary unary -> unary.operator().equals("*");
      default -> false;
    };
  }

  /** The type of an expression that is not evaluated, arrays as they are. */
  Type typeOf(CExpression expression) {
    boolean variable =
        !(expression instanceof CExpression.Name)
            || context.named(expression) instanceof CSymbol.OfVariable;
    if (isPlace(expression) && variable) {
      CPlace place = place(expression);
      return place instanceof CPlace.BitField
          ? complain(expression.span(), "a bit-field has no size", "use a field of its own").type()
          : place.type();
    }
    return expression instanceof CExpression.Text text
        ? new Type.ArrayType(CTypes.CHAR, context.bytesOf(text).length() + 1)
        : values.value(expression).type();
  }

  private CPlace invalid(SourceSpan span) {
    return new CPlace.Pointed(new Typed.Invalid(span), CTypes.ERROR, span);
  }

  /** A place that has been complained about. */
  CPlace complain(SourceSpan span, String message, String hint) {
    context.error(span, message, hint);
    return invalid(span);
  }

  private CPlace named(CExpression.Name name) {
    CSymbol symbol = context.scope().find(name.name());
    if (symbol == null) {
      String header = Intrinsics.constantHeader(name.name());
      String hint = header.isEmpty() ? "" : "#include <" + header + ">";
      context.undeclared(name.name(), name.span(), hint);
      return invalid(name.span());
    }
    return switch (symbol) {
      case CSymbol.OfVariable found -> {
        found.variable().use();
        yield found.variable().type().isError()
            ? invalid(name.span())
            : new CPlace.Named(found.variable(), name.span());
      }
      case CSymbol.OfFunction found ->
          complain(name.span(), "'" + name.name() + "' is a function", "");
      case CSymbol.OfConstant found ->
          complain(name.span(), "'" + name.name() + "' is a constant", "");
      case CSymbol.OfType found -> complain(name.span(), "'" + name.name() + "' is a type", "");
      case CSymbol.Unknown unknown -> invalid(name.span());
    };
  }

  private CPlace element(CExpression.Subscript subscript) {
    SourceSpan span = subscript.span();
    CPlace base = isPlace(subscript.array()) ? place(subscript.array()) : null;
    if (base != null && base.type().unqualified() instanceof Type.ArrayType array) {
      Typed index = values.value(subscript.index());
      if (!index.isError() && !index.type().isInteger()) {
        return complain(
            index.span(), "an index must be an integer, not '" + index.type() + "'", "");
      }
      if (index.isError()) {
        return invalid(span);
      }
      values.names.index(base, subscript.index(), index);
      return new CPlace.Element(base, index, array.element(), span);
    }
    Typed left = base != null ? values.read(base) : values.value(subscript.array());
    Typed right = values.value(subscript.index());
    if (left.isError() || right.isError()) {
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

  /** A variable without a name, which its initialiser fills. */
  private CPlace literal(CExpression.Literal literal) {
    SourceSpan span = literal.span();
    Type type = values.types.resolve(literal.type());
    if (type.isError()) {
      return invalid(span);
    }
    if (context.function() == null) {
      return complain(span, "a compound literal stands outside of a function", "use a variable");
    }
    CVariable room = new CVariable(type.toString(), type, CVariable.Storage.LOCAL, false, span);
    room.takeAddress();
    context.function().addLocal(room);
    new InitializerChecker(context, values, room).check(literal.value());
    return room.initial() == null || room.type().isError()
        ? invalid(span)
        : new CPlace.Made(List.of(new Checked.Initialize(room, context.origin(span))), room, span);
  }

  private CPlace member(CExpression.Member member) {
    SourceSpan span = member.span();
    CPlace base;
    if (member.arrow()) {
      base = pointed(values.value(member.base()), member.base().span());
    } else if (isPlace(member.base())) {
      base = place(member.base());
    } else {
      Typed value = values.value(member.base());
      base = value.isError() ? invalid(span) : CPlace.Made.of(value, context.origin(span));
    }
    if (base.isError()) {
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
      String meant = CheckContext.meant(member.field(), struct.names());
      return complain(span, "'" + struct + "' has no field '" + member.field() + "'", meant);
    }
    if (base.whole() instanceof CPlace.Pointed) {
      context.goInto(struct.cells());
    }
    CPlace result = base;
    for (StructType.Field field : path.get()) {
      result = field(result, field, span);
    }
    return result;
  }

  private CPlace field(CPlace base, StructType.Field field, SourceSpan span) {
    if (base.type().unqualified() instanceof StructType within) {
      use(within, field, span);
    }
    Type type = field.type().qualify(base.type().isConst(), false);
    if (field.bits() == null) {
      return new CPlace.Member(base, field, type, span);
    }
    CPlace cell = new CPlace.Member(base, field, CTypes.UNSIGNED_LONG, span);
    return new CPlace.BitField(cell, field.bits(), type, span);
  }

  private static String member(StructType.Field field) {
    return field.name().isEmpty() ? "a struct" : "'" + field.name() + "'";
  }

  /** Notes that a member of a union is used; complains where another one is that is not alike. */
  void use(StructType union, StructType.Field field, SourceSpan span) {
    union
        .use(field)
        .ifPresent(
            live ->
                context.error(
                    span,
                    "%s of '%s' has other scalars than %s, which is used too"
                        .formatted(member(field), union, member(live)),
                    "mixed-size accesses: a cell holds a whole scalar; use one member, or members"
                        + " of one type"));
  }

  /** What a pointer points at; {@code *&x} is {@code x}. */
  CPlace pointed(Typed pointer, SourceSpan span) {
    if (pointer.isError()) {
      return invalid(span);
    }
    if (!(pointer.type().unqualified() instanceof Type.PointerType type)) {
      return complain(span, "'" + pointer.type() + "' points at nothing", "");
    }
    if (type.target().isVoid()) {
      return complain(span, "a 'void *' points at nothing in particular", "cast it first");
    }
    if (ExpressionChecker.isCharacter(type.target()) && ExpressionChecker.isMovedByBytes(pointer)) {
      return complain(span, Conversions.MOVED, Conversions.MOVED_HINT);
    }
    if (pointer instanceof Typed.AddressOf address
        && Type.same(address.place().type(), type.target())) {
      return address.place();
    }
    return new CPlace.Pointed(pointer, type.target(), span);
  }

  /** What a function assigns through a pointer; {@code &local} does not send it to memory. */
  CPlace assigned(CExpression pointer) {
    CPlace place =
        pointer instanceof CExpression.Unary unary && unary.operator().equals("&")
            ? place(unary.operand())
            : pointed(values.value(pointer), pointer.span());
    if (place instanceof CPlace.BitField) {
      return complain(pointer.span(), "a bit-field has no address", "use a field of its own");
    }
    place.assign();
    return place;
  }

  /** The address of the first element of an array. */
  Typed decay(CPlace place, Type.ArrayType array) {
    Typed zero = new Typed.Constant(0, CTypes.INT, place.span());
    return address(new CPlace.Element(place, zero, array.element(), place.span()), place.span());
  }

  Typed address(CPlace place, SourceSpan span) {
    if (place.isError()) {
      return new Typed.Invalid(span);
    }
    if (place instanceof CPlace.BitField) {
      return context.error(span, "a bit-field has no address", "use a field of its own");
    }
    if (place.type().unqualified() instanceof Type.ArrayType && !place.type().isComplete()) {
      return context.error(
          span, "the length of this array is not known here", "declare it with its length before");
    }
    if (place.isValue()) {
      return context.error(span, "a value has no address", "give it to a variable first");
    }
    CVariable variable = place.variable();
    if (variable != null) {
      if (variable.isGhost()) {
        return context.error(
            span,
            "the address of the ghost '" + variable.name() + "' cannot be taken",
            "use the ghost by its name");
      }
      variable.takeAddress();
    }
    if (place instanceof CPlace.Pointed pointed) {
      return Conversions.convert(pointed.address(), new Type.PointerType(place.type()));
    }
    return new Typed.AddressOf(place, new Type.PointerType(place.type()), span);
  }

  /** Complains where a place cannot be assigned. */
  boolean isAssignable(CPlace place, SourceSpan span) {
    if (place.isError()) {
      return false;
    }
    if (place.isValue()) {
      context.error(span, "a value cannot be assigned", "assign a variable");
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
