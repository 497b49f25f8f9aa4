// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.frontend.c.Typed.Operation;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.source.SourceSpan;
import java.util.Optional;

/** Checks the functions of {@code <pthread.h>}. */
record ThreadChecker(CheckContext context, ExpressionChecker values, PlaceChecker places) {

  Typed call(String name, CExpression.Call call) {
    return switch (name) {
      case "pthread_create" -> create(call);
      case "pthread_join" -> join(call);
      case "pthread_exit" -> {
        Typed result = values.argument(call, 0, CTypes.VOID_POINTER, "the result");
        yield IntrinsicChecker.effect(new Operation.Exit(result), call.span());
      }
      case "pthread_self" -> new Typed.Self(CTypes.UNSIGNED_LONG, call.span());
      case "pthread_equal" -> equal(call);
      default -> mutex(name, call);
    };
  }

  /** These functions give 0: they always succeed. */
  private static Typed succeed(Operation operation, SourceSpan span) {
    return new Typed.Perform(operation, CTypes.INT, span);
  }

  private Typed equal(CExpression.Call call) {
    Typed left = values.argument(call, 0, CTypes.UNSIGNED_LONG, "a pthread_t");
    Typed right = values.argument(call, 1, CTypes.UNSIGNED_LONG, "a pthread_t");
    return Conversions.binary(BinaryOperator.EQUAL, left, right, CTypes.INT, call.span());
  }

  private Typed create(CExpression.Call call) {
    CExpression handle = call.arguments().get(0);
    CPlace place = places.assigned(handle);
    if (!place.isError() && !Type.same(place.type(), CTypes.UNSIGNED_LONG)) {
      return context.error(handle.span(), "the first argument must point at a pthread_t");
    }
    if (!Conversions.isNull(values.argument(call, 1))) {
      return context.error(
          call.arguments().get(1).span(), "attributes of threads are not supported", "pass NULL");
    }
    Typed argument = values.argument(call, 3, CTypes.VOID_POINTER, "the argument of the thread");
    CSymbol named = context.named(bare(call.arguments().get(2)));
    if (named instanceof CSymbol.OfVariable || !isName(call.arguments().get(2))) {
      Typed pointer = values.argument(call, 2);
      Type.FunctionType type = FunctionPointers.target(pointer);
      return type != null
          ? succeed(new Operation.SpawnPointed(place, pointer, type, argument), call.span())
          : pointer.isError()
              ? pointer
              : context.error(
                  call.arguments().get(2).span(), "a thread must start with a function");
    }
    Optional<Function> function = start(call.arguments().get(2));
    return function.isEmpty()
        ? new Typed.Invalid(call.span())
        : succeed(new Operation.Spawn(place, function.get(), argument), call.span());
  }

  /** What stands behind casts and {@code &}: a thread runs the function itself. */
  private static CExpression bare(CExpression expression) {
    return switch (expression) {
      case CExpression.Unary unary when unary.operator().equals("&") -> bare(unary.operand());
      case CExpression.Cast cast -> bare(cast.operand());
      default -> expression;
    };
  }

  private static boolean isName(CExpression expression) {
    return bare(expression) instanceof CExpression.Name;
  }

  /** The function that a thread runs, by its name. */
  private Optional<Function> start(CExpression expression) {
    CExpression bare = bare(expression);
    CSymbol symbol = context.named(bare);
    if (symbol instanceof CSymbol.Unknown) {
      return Optional.empty();
    }
    if (symbol instanceof CSymbol.OfFunction found) {
      Type.FunctionType type = found.function().type();
      boolean fits =
          (type.result().isScalar() || type.result().isVoid())
              && type.parameters().size() <= 1
              && type.parameters().stream().allMatch(Type::isPointer);
      if (!fits) {
        context.error(
            expression.span(),
            "a thread cannot start with '" + found.function().name() + "' of type '" + type + "'",
            "declare it: void *" + found.function().name() + "(void *argument)");
      }
      context.start(found.function(), expression.span());
      return fits ? Optional.of(found.function()) : Optional.empty();
    }
    if (symbol == null && bare instanceof CExpression.Name name) {
      context.undeclared(name.name(), name.span(), "");
    } else {
      context.error(expression.span(), "a thread must start with a function");
    }
    return Optional.empty();
  }

  private Typed join(CExpression.Call call) {
    Typed thread = values.argument(call, 0, CTypes.UNSIGNED_LONG, "a pthread_t");
    CExpression argument = call.arguments().get(1);
    boolean address =
        argument instanceof CExpression.Cast cast
            && cast.operand() instanceof CExpression.Unary unary
            && unary.operator().equals("&");
    CExpression pointer = address ? ((CExpression.Cast) argument).operand() : argument;
    if (Conversions.isNull(values.value(pointer))) {
      return succeed(new Operation.Join(thread, null), call.span());
    }
    CPlace result = places.assigned(pointer);
    boolean wide = result.type().isPointer() || address && isWide(result.type());
    if (!result.isError() && !wide) {
      return context.error(pointer.span(), "the result of a thread is a pointer");
    }
    context.takeResults();
    places.isAssignable(result, pointer.span());
    return succeed(new Operation.Join(thread, result), call.span());
  }

  /** Whether an integer holds every pointer. */
  private static boolean isWide(Type type) {
    return type.unqualified() instanceof Type.IntegerType integer && integer.bits() == Long.SIZE;
  }

  private Typed mutex(String name, CExpression.Call call) {
    CPlace mutex = places.pointed(values.argument(call, 0), call.arguments().getFirst().span());
    if (mutex.isError()) {
      return new Typed.Invalid(call.span());
    }
    if (!(mutex.type().unqualified() instanceof StructType struct)
        || struct.find(StandardHeaders.own("holder")).isEmpty()) {
      return context.error(
          call.span(), "'" + name + "' wants a pthread_mutex_t, not '" + mutex.type() + "'");
    }
    StructType.Field holder = struct.fields().getFirst();
    CPlace cell = new CPlace.Member(mutex, holder, holder.type(), call.span());
    if (name.equals("pthread_mutex_init")) {
      if (!Conversions.isNull(values.argument(call, 1))) {
        return context.error(call.span(), "attributes of mutexes are not supported", "pass NULL");
      }
      Typed free = new Typed.Constant(0, CTypes.INT, call.span());
      return new Typed.Assign(cell, free, MemoryOrder.RELAXED, CTypes.INT, call.span());
    }
    Typed address = places.address(cell, call.span());
    if (address.isError()) {
      return address;
    }
    return switch (name) {
      case "pthread_mutex_lock" -> succeed(new Operation.Lock(address), call.span());
      case "pthread_mutex_trylock" -> new Typed.TryLock(address, CTypes.INT, call.span());
      default -> succeed(new Operation.Unlock(address), call.span());
    };
  }
}
