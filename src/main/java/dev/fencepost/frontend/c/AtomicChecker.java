// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.frontend.c.Typed.Operation;
import dev.fencepost.ir.FencePairs;
import dev.fencepost.ir.Instruction.Modification;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the functions of {@code <stdatomic.h>}, and {@code cas} and its relatives. */
record AtomicChecker(CheckContext context, ExpressionChecker values, PlaceChecker places) {

  private enum Use {
    LOAD,
    STORE,
    MODIFY
  }

  Typed call(String name, CExpression.Call call) {
    boolean explicit = name.endsWith("_explicit");
    String plain = explicit ? name.substring(0, name.length() - "_explicit".length()) : name;
    List<CExpression> arguments = call.arguments();
    SourceSpan span = call.span();
    if (plain.endsWith("_fence")) {
      return fence(plain, call);
    }
    if (plain.startsWith("atomic_compare_exchange")) {
      return compareExchange(plain.endsWith("_weak"), explicit, call);
    }
    Use use =
        switch (plain) {
          case "atomic_load" -> Use.LOAD;
          case "atomic_store", "atomic_init", "atomic_flag_clear" -> Use.STORE;
          default -> Use.MODIFY;
        };
    boolean flag = plain.startsWith("atomic_flag_");
    CPlace place = flag ? flagPlace(arguments.getFirst()) : atomicPlace(arguments.getFirst());
    MemoryOrder order = explicit ? order(arguments.getLast(), use) : MemoryOrder.SEQ_CST;
    if (order == null || place.isError()) {
      return new Typed.Invalid(span);
    }
    if (use != Use.LOAD && !places.isAssignable(place, span)) {
      return new Typed.Invalid(span);
    }
    if (use == Use.LOAD) {
      return new Typed.Read(place, order, false, place.type().unqualified(), span);
    }
    if (flag) {
      return flag(place, use, order, span);
    }
    return use == Use.STORE
        ? store(
            place,
            arguments.get(1),
            plain.equals("atomic_init") ? MemoryOrder.RELAXED : order,
            span)
        : modify(plain, place, arguments.get(1), order, span);
  }

  private static Typed flag(CPlace place, Use use, MemoryOrder order, SourceSpan span) {
    Typed bit = new Typed.Constant(use == Use.STORE ? 0 : 1, CTypes.BOOL, span);
    return use == Use.STORE
        ? new Typed.Assign(place, bit, order, CTypes.VOID, span)
        : new Typed.Modify(place, Modification.SWAP, bit, order, true, CTypes.BOOL, span);
  }

  private Typed store(CPlace place, CExpression argument, MemoryOrder order, SourceSpan span) {
    Typed value = desired(argument, place.type().unqualified());
    return value.isError() ? value : new Typed.Assign(place, value, order, CTypes.VOID, span);
  }

  private Typed modify(
      String name, CPlace place, CExpression argument, MemoryOrder order, SourceSpan span) {
    Type type = place.type().unqualified();
    Modification modification =
        switch (name) {
          case "atomic_exchange" -> Modification.SWAP;
          case "atomic_fetch_add" -> Modification.ADD;
          case "atomic_fetch_sub" -> Modification.SUBTRACT;
          case "atomic_fetch_and" -> Modification.AND;
          case "atomic_fetch_or" -> Modification.OR;
          default -> Modification.XOR;
        };
    boolean adds = modification == Modification.ADD || modification == Modification.SUBTRACT;
    Typed operand;
    if (adds && type.isPointer()) {
      Typed zero = new Typed.Constant(0, type, span);
      Typed index = values.conversions.assign(values.value(argument), CTypes.LONG, "the distance");
      operand = index.isError() ? index : values.offset(zero, index, false, span);
    } else if (modification != Modification.SWAP
        && (type.isPointer() || type.equals(CTypes.BOOL))) {
      return context.error(span, "'" + name + "' does not work on '" + type + "'");
    } else {
      operand = desired(argument, type);
    }
    return operand.isError()
        ? operand
        : new Typed.Modify(place, modification, operand, order, true, type, span);
  }

  private Typed compareExchange(boolean weak, boolean explicit, CExpression.Call call) {
    List<CExpression> arguments = call.arguments();
    CPlace place = atomicPlace(arguments.get(0));
    CPlace expected = places.assigned(arguments.get(1));
    MemoryOrder success = explicit ? order(arguments.get(3), Use.MODIFY) : MemoryOrder.SEQ_CST;
    MemoryOrder failure = explicit ? order(arguments.get(4), Use.LOAD) : MemoryOrder.SEQ_CST;
    if (place.isError() || expected.isError() || success == null || failure == null) {
      return new Typed.Invalid(call.span());
    }
    Type type = place.type().unqualified();
    if (!Type.same(type, expected.type())) {
      return context.error(
          call.span(),
          "the expected value has type '" + expected.type() + "', the object '" + type + "'");
    }
    Typed desired = desired(arguments.get(2), type);
    boolean assignable =
        places.isAssignable(place, call.span()) && places.isAssignable(expected, call.span());
    if (desired.isError() || !assignable) {
      return new Typed.Invalid(call.span());
    }
    Typed.Orders orders = new Typed.Orders(success, failure, weak);
    return new Typed.CompareExchange(place, expected, desired, orders, CTypes.BOOL, call.span());
  }

  private Typed fence(String name, CExpression.Call call) {
    MemoryOrder order = order(call.arguments().getFirst(), Use.MODIFY);
    if (order == null) {
      return new Typed.Invalid(call.span());
    }
    int pairs =
        order == MemoryOrder.SEQ_CST
            ? FencePairs.FULL
            : (order.acquires() ? FencePairs.ACQUIRE : 0)
                | (order.releases() ? FencePairs.RELEASE : 0);
    Operation operation =
        name.equals("atomic_signal_fence") || pairs == 0
            ? new Operation.Nothing(List.of())
            : new Operation.Fence(pairs);
    return IntrinsicChecker.effect(operation, call.span());
  }

  private CPlace atomicPlace(CExpression argument) {
    CPlace place = scalarPlace(argument);
    if (!place.isError() && !place.type().isAtomic()) {
      return invalid(
          argument.span(),
          "'" + place.type() + "' is not atomic",
          "declare it with _Atomic, or use plain reads and writes");
    }
    return place;
  }

  private CPlace flagPlace(CExpression argument) {
    CPlace place = places.pointed(values.value(argument), argument.span());
    if (place.isError()) {
      return place;
    }
    if (!(place.type().unqualified() instanceof StructType struct)
        || struct.find("__set").isEmpty()) {
      return invalid(argument.span(), "'" + place.type() + "' is no atomic_flag", "");
    }
    StructType.Field bit = struct.fields().getFirst();
    return new CPlace.Member(place, bit, bit.type(), argument.span());
  }

  /** The scalar that a pointer argument points at. */
  private CPlace scalarPlace(CExpression argument) {
    CPlace place = places.pointed(values.value(argument), argument.span());
    return place.isError() || place.type().isScalar()
        ? place
        : invalid(argument.span(), "'" + place.type() + "' is neither integer nor pointer", "");
  }

  private CPlace invalid(SourceSpan span, String message, String hint) {
    Typed complained = context.error(span, message, hint);
    return new CPlace.Pointed(complained, CTypes.ERROR, span);
  }

  private Typed desired(CExpression argument, Type type) {
    return values.conversions.assign(values.value(argument), type, "the object");
  }

  /** The order that an argument names, or null after a complaint. */
  private @Nullable MemoryOrder order(CExpression argument, Use use) {
    Typed value = values.value(argument);
    if (!(value instanceof Typed.Constant constant)
        || constant.value() < 0
        || constant.value() > 5) {
      if (!value.isError()) {
        context.error(
            argument.span(), "this is no memory order", "write memory_order_seq_cst or the like");
      }
      return null;
    }
    MemoryOrder order =
        switch ((int) constant.value()) {
          case 0 -> MemoryOrder.RELAXED;
          case 1, 2 -> MemoryOrder.ACQUIRE;
          case 3 -> MemoryOrder.RELEASE;
          case 4 -> MemoryOrder.ACQ_REL;
          default -> MemoryOrder.SEQ_CST;
        };
    boolean strong = order == MemoryOrder.SEQ_CST;
    if (use == Use.LOAD && order.releases() && !strong
        || use == Use.STORE && order.acquires() && !strong) {
      context.error(
          argument.span(),
          "a " + (use == Use.LOAD ? "read" : "write") + " cannot have this order",
          use == Use.LOAD ? "relaxed, acquire or seq_cst" : "relaxed, release or seq_cst");
      return null;
    }
    return order;
  }

  Typed compareAndSet(CExpression.Call call) {
    CPlace place = scalarPlace(call.arguments().getFirst());
    Typed expected = desired(call.arguments().get(1), place.type());
    Typed desired = desired(call.arguments().get(2), place.type());
    if (expected.isError() || desired.isError() || !places.isAssignable(place, call.span())) {
      return new Typed.Invalid(call.span());
    }
    return new Typed.CompareAndSet(place, expected, desired, CTypes.BOOL, call.span());
  }

  Typed doubleCompareAndSet(CExpression.Call call) {
    CPlace first = scalarPlace(call.arguments().get(0));
    CPlace second = scalarPlace(call.arguments().get(1));
    List<Typed> operands = new ArrayList<>();
    for (int i = 2; i < 6; i++) {
      operands.add(desired(call.arguments().get(i), i % 2 == 0 ? first.type() : second.type()));
    }
    boolean wrong =
        operands.stream().anyMatch(operand -> operand.isError())
            || !places.isAssignable(first, call.span())
            || !places.isAssignable(second, call.span());
    return wrong
        ? new Typed.Invalid(call.span())
        : new Typed.DoubleCompareAndSet(
            first,
            second,
            operands.subList(0, 2),
            operands.subList(2, 4),
            CTypes.BOOL,
            call.span());
  }

  Typed loadLinked(CExpression.Call call) {
    CPlace place = scalarPlace(call.arguments().getFirst());
    return place.isError()
        ? new Typed.Invalid(call.span())
        : new Typed.Read(place, MemoryOrder.RELAXED, true, place.type().unqualified(), call.span());
  }

  Typed storeConditional(CExpression.Call call) {
    CPlace place = scalarPlace(call.arguments().getFirst());
    Typed value = desired(call.arguments().get(1), place.type());
    return value.isError() || !places.isAssignable(place, call.span())
        ? new Typed.Invalid(call.span())
        : new Typed.StoreConditional(place, value, CTypes.BOOL, call.span());
  }
}
