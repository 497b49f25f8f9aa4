// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks expressions: resolves names, finds types, makes conversions explicit. */
final class ExpressionChecker {
  private final CheckContext context;
  final Conversions conversions;
  final TypeResolver types;
  final StatedRanges stated;
  final NamedConstants names;
  private final PlaceChecker places;
  private final OperatorChecker operators;
  private final IntrinsicChecker intrinsics;
  private @Nullable StatementChecker statements;

  ExpressionChecker(CheckContext context) {
    this.context = context;
    this.conversions = new Conversions(context);
    this.types = new TypeResolver(context, this);
    this.stated = new StatedRanges(context, this);
    this.names = new NamedConstants(context);
    this.places = new PlaceChecker(context, this);
    this.operators = new OperatorChecker(context, this, places);
    this.intrinsics = new IntrinsicChecker(context, this, places);
  }

  /** Checks the statements in expressions with this. */
  void use(StatementChecker checker) {
    statements = checker;
  }

  /** Notes that a member of a union is used. */
  void use(StructType union, StructType.Field field, SourceSpan span) {
    places.use(union, field, span);
  }

  /** The type of an expression that is not evaluated. */
  Type typeOf(CExpression expression) {
    return places.typeOf(expression);
  }

  /** The value of an expression; arrays have become pointers. */
  Typed value(CExpression expression) {
    return switch (expression) {
      case CExpression.IntegerConstant number ->
          new Typed.Constant(number.literal().value(), CTypes.of(number.literal()), number.span());
      case CExpression.CharacterConstant character ->
          new Typed.Constant(character.value(), CTypes.INT, character.span());
      case CExpression.Text text ->
          context.error(
              text.span(),
              "text is not supported here",
              "only labels, such as those of reachable(), are text");
      case CExpression.Name name -> name(name);
      case CExpression.Unary unary -> operators.unary(unary);
      case CExpression.Increment increment -> operators.increment(increment);
      case CExpression.Binary binary -> operators.binary(binary);
      case CExpression.Assignment assignment -> operators.assignment(assignment);
      case CExpression.Conditional conditional -> operators.conditional(conditional);
      case CExpression.Comma comma -> {
        Typed first = value(comma.first());
        Typed second = value(comma.second());
        yield new Typed.Sequence(first, second, second.type(), comma.span());
      }
      case CExpression.Call call -> call(call);
      case CExpression.Subscript subscript -> read(places.place(subscript));
      case CExpression.Member member -> read(places.place(member));
      case CExpression.Literal literal -> read(places.place(literal));
      case CExpression.Cast cast -> cast(cast);
      case CExpression.SizeofType sizeof -> size(types.resolve(sizeof.type()), sizeof.span());
      case CExpression.SizeofValue sizeof -> size(places.typeOf(sizeof.operand()), sizeof.span());
      case CExpression.Statements inside -> statements(inside);
      case CExpression.Braces braces ->
          context.error(braces.span(), "an initialiser in braces cannot stand here");
    };
  }

  private Typed statements(CExpression.Statements inside) {
    if (statements == null || context.function() == null) {
      return context.error(inside.span(), "statements stand outside of a function");
    }
    return statements.value(inside);
  }

  private Typed size(Type type, SourceSpan span) {
    if (type.isError()) {
      return new Typed.Invalid(span);
    }
    if (!type.isComplete()) {
      return context.error(span, "'" + type + "' has no size");
    }
    return new Typed.Constant(type.bytes(), CTypes.UNSIGNED_LONG, span);
  }

  private Typed name(CExpression.Name name) {
    CSymbol symbol = context.scope().find(name.name());
    if (symbol instanceof CSymbol.OfConstant constant) {
      return new Typed.Constant(constant.value(), CTypes.INT, name.span());
    }
    if (symbol instanceof CSymbol.OfFunction found) {
      return address(found.function(), name.span());
    }
    return read(places.place(name));
  }

  /** The address of a function. */
  Typed address(Function function, SourceSpan span) {
    context.start(function, span);
    long address = context.pointers().addressOf(function);
    return new Typed.Constant(address, new Type.PointerType(function.type()), span);
  }

  /** What stands at a place; an array becomes the address of its first element. */
  Typed read(CPlace place) {
    Type type = place.type();
    if (type.isError()) {
      return new Typed.Invalid(place.span());
    }
    if (place instanceof CPlace.BitField field) {
      return bits(field);
    }
    if (type.unqualified() instanceof Type.ArrayType array) {
      return places.decay(place, array);
    }
    if (type.isVoid() || !type.isComplete()) {
      return context.error(place.span(), "'" + type + "' has no value");
    }
    MemoryOrder order = type.isAtomic() ? MemoryOrder.SEQ_CST : MemoryOrder.PLAIN;
    return new Typed.Read(place, order, false, type.unqualified(), place.span());
  }

  /** What a bit-field holds, out of its cell. */
  private Typed bits(CPlace.BitField field) {
    SourceSpan span = field.span();
    Type cell = CTypes.UNSIGNED_LONG;
    Typed shift = new Typed.Constant(field.bits().shift(), CTypes.LONG, span);
    Typed mask = new Typed.Constant(field.bits().mask(), cell, span);
    Typed shifted =
        Conversions.binary(BinaryOperator.USHIFT_RIGHT, read(field.cell()), shift, cell, span);
    Typed part = Conversions.binary(BinaryOperator.AND, shifted, mask, cell, span);
    return Conversions.convert(part, field.type());
  }

  /** A value that is asked only whether it is zero. */
  Typed condition(CExpression expression) {
    if (expression instanceof CExpression.Text text) {
      return new Typed.Constant(1, CTypes.INT, text.span());
    }
    if (intrinsics.isNondeterministic(expression)) {
      return new Typed.Choose(2, CTypes.BOOL, expression.span());
    }
    Typed value = value(expression);
    if (value.isError() || value.type().isScalar()) {
      return value;
    }
    return context.error(value.span(), "'" + value.type() + "' is neither true nor false");
  }

  /** A value that something of a type will hold: a truth value is asked only whether it is zero. */
  Typed valueFor(Type type, CExpression expression) {
    return type.unqualified().equals(CTypes.BOOL) ? condition(expression) : value(expression);
  }

  Typed argument(CExpression.Call call, int index) {
    return value(call.arguments().get(index));
  }

  /** An argument of a call, as something of a type takes it. */
  Typed argument(CExpression.Call call, int index, Type type, String what) {
    return conversions.assign(argument(call, index), type, what);
  }

  /** The value of a constant expression; 0 after a complaint. */
  long constant(CExpression expression, String what) {
    Typed value = value(expression);
    if (value instanceof Typed.Constant constant && value.type().isInteger()) {
      return constant.value();
    }
    if (!value.isError()) {
      context.error(value.span(), what + " must be a constant");
    }
    return 0;
  }

  private Typed cast(CExpression.Cast cast) {
    Type type = types.resolve(cast.type());
    if (type.isVoid() && intrinsics.isNondeterministic(cast.operand())) {
      return new Typed.Choose(2, CTypes.BOOL, cast.span());
    }
    return conversions.cast(value(cast.operand()), type, cast.span());
  }

  /**
   * What is added to or subtracted from; a pointer to any object may count bytes there.
   *
   * @param offset whether the other operand is the offset of a field: then one to characters does
   */
  Typed addend(CExpression.Cast cast, boolean offset) {
    Type type = types.resolve(cast.type());
    Typed value = value(cast.operand());
    boolean counts =
        type.unqualified() instanceof Type.PointerType to
            && isCharacter(to.target())
            && value.type().isPointer();
    if (!counts) {
      return conversions.cast(value, type, cast.span());
    }
    Typed from = offset ? Conversions.convert(value, CTypes.VOID_POINTER) : value;
    return Conversions.convert(from, type);
  }

  private Typed call(CExpression.Call call) {
    if (!(call.function() instanceof CExpression.Name name)) {
      return indirect(call);
    }
    CSymbol symbol = context.scope().find(name.name());
    if (symbol != null
        && !(symbol instanceof CSymbol.OfFunction function
            && Intrinsics.isIntrinsic(name.name())
            && !function.function().isDefined())) {
      return userCall(call, name, symbol);
    }
    if (Intrinsics.isIntrinsic(name.name())) {
      String header = Intrinsics.header(name.name());
      if (symbol == null && Intrinsics.isImplied(header)) {
        context.include(header);
      } else if (symbol == null && !header.isEmpty() && !context.isIncluded(header)) {
        context.undeclared(name.name(), name.span(), "#include <" + header + ">");
      }
      return intrinsics.call(name.name(), call);
    }
    String hint = Intrinsics.unsupportedHint(name.name());
    if (hint != null) {
      return context.error(name.span(), "'" + name.name() + "' is not supported", hint);
    }
    String header = StandardHeaders.defining(name.name());
    context.undeclared(
        name.name(), name.span(), header.isEmpty() ? "" : "#include <" + header + ">");
    call.arguments().forEach(this::value);
    return new Typed.Invalid(call.span());
  }

  private Typed userCall(CExpression.Call call, CExpression.Name name, CSymbol symbol) {
    if (symbol instanceof CSymbol.Unknown) {
      return new Typed.Invalid(call.span());
    }
    if (!(symbol instanceof CSymbol.OfFunction found)) {
      return symbol instanceof CSymbol.OfVariable
          ? indirect(call)
          : context.error(call.span(), "'" + name.name() + "' is not a function");
    }
    Function function = found.function();
    List<Typed> arguments = arguments(call, name.name(), function.type());
    return new Typed.Call(function, arguments, function.type().result(), call.span());
  }

  /** A call through a pointer. */
  private Typed indirect(CExpression.Call call) {
    Typed pointer = value(call.function());
    Type.FunctionType type = FunctionPointers.target(pointer);
    if (type == null) {
      return pointer.isError()
          ? pointer
          : context.error(call.span(), "'" + pointer.type() + "' is not a function");
    }
    List<Typed> arguments = arguments(call, "the function", type);
    return new Typed.IndirectCall(pointer, type, arguments, type.result(), call.span());
  }

  /** The arguments as parameters take them; none after a complaint. */
  private List<Typed> arguments(CExpression.Call call, String name, Type.FunctionType function) {
    List<Type> parameters = function.parameters();
    if (call.arguments().size() != parameters.size()) {
      context.error(
          call.span(),
          "'%s' takes %s, not %d"
              .formatted(name, Intrinsics.count(parameters.size()), call.arguments().size()));
      return List.of();
    }
    List<Typed> arguments = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      String what = "parameter " + (i + 1) + " of '" + name + "'";
      Typed value = valueFor(parameters.get(i), call.arguments().get(i));
      arguments.add(conversions.assign(value, parameters.get(i), what));
    }
    return arguments;
  }

  /** {@code pointer + index} in elements. */
  Typed offset(Typed pointer, Typed index, boolean indexFirst, SourceSpan span) {
    Type target = ((Type.PointerType) pointer.type().unqualified()).target();
    Typed result = new Typed.Constant(0, pointer.type(), span);
    if (isBytes(pointer)) {
      Typed distance = Conversions.convert(index, CTypes.LONG);
      if (isBackwards(distance)) {
        context.goBack();
      }
      return Conversions.binary(BinaryOperator.ADD, pointer, distance, indexFirst, result);
    }
    if (!target.isComplete() || target.cells() == 0) {
      return context.error(
          span, "arithmetic with '" + pointer.type() + "'", "cast it to a pointer to a scalar");
    }
    Typed wide = Conversions.convert(index, CTypes.LONG);
    Typed scale = new Typed.Constant(target.bytes(), CTypes.LONG, span);
    Typed bytes = Conversions.binary(BinaryOperator.MULTIPLY, wide, scale, CTypes.LONG, span);
    return Conversions.binary(BinaryOperator.ADD, pointer, bytes, indexFirst, result);
  }

  private static boolean isBackwards(Typed distance) {
    return distance instanceof Typed.Constant constant
        ? constant.value() < 0
        : distance instanceof Typed.Unary;
  }

  /**
   * Whether a pointer counts bytes, as {@code offsetof} does: one to anything else than characters
   * that is cast to one to characters, also moved, or a {@code void *}.
   */
  static boolean isBytes(Typed pointer) {
    Type target = ((Type.PointerType) pointer.type().unqualified()).target();
    return target.isVoid()
        || pointer instanceof Typed.Binary moved
            && moved.left().type().isPointer()
            && isBytes(moved.left())
        || isCharacter(target)
            && pointer instanceof Typed.Convert cast
            && cast.operand().type().unqualified() instanceof Type.PointerType from
            && !isCharacter(from.target());
  }

  /** Whether a {@code void *} was moved by bytes; if it points to characters, they are cells. */
  static boolean isMovedByBytes(Typed pointer) {
    return switch (pointer) {
      case Typed.Binary moved when moved.left().type().isPointer() ->
          isOfVoid(moved.left()) || isMovedByBytes(moved.left());
      case Typed.Convert cast when cast.operand().type().isPointer() ->
          isMovedByBytes(cast.operand());
      default -> false;
    };
  }

  private static boolean isOfVoid(Typed pointer) {
    return pointer.type().isVoidPointer()
        || pointer instanceof Typed.Convert cast && isOfVoid(cast.operand());
  }

  static boolean isCharacter(Type type) {
    return type.unqualified() instanceof Type.IntegerType integer
        && integer.rank() == CTypes.CHAR.rank();
  }
}
