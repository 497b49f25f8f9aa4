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

/** Checks the functions of {@code <stdatomic.h>}, and {@code cas} and its relatives. */
record AtomicChecker(CheckContext context, ExpressionChecker values, PlaceChecker places) {

  /** The orders by their numbers in {@code <stdatomic.h>}; consume acts as acquire. */
  private static final List<MemoryOrder> ORDERS =
      List.of(
          MemoryOrder.RELAXED,
          MemoryOrder.ACQUIRE,
          MemoryOrder.ACQUIRE,
          MemoryOrder.RELEASE,
          MemoryOrder.ACQ_REL,
          MemoryOrder.SEQ_CST);

  private enum Use {
    LOAD,
    STORE,
    MODIFY,
    /** The read of a compare-exchange that fails: a release order says nothing of it. */
    FAILURE
  }

  /**
   * How an object is accessed.
   *
   * @param function the name of {@code <stdatomic.h>} without {@code _explicit}
   * @param explicit whether the order is the last argument
   * @param builtin whether it is a compiler's builtin, which takes objects that are not atomic too
   * @param old whether a read-modify-write gives the value before it
   */
  private record Access(String function, boolean explicit, boolean builtin, boolean old) {
    Use use() {
      return switch (function) {
        case "atomic_load" -> Use.LOAD;
        case "atomic_store", "atomic_init", "atomic_flag_clear" -> Use.STORE;
        default -> Use.MODIFY;
      };
    }
  }

  Typed call(String name, CExpression.Call call) {
    boolean explicit = name.endsWith("_explicit");
    String plain = explicit ? name.substring(0, name.length() - "_explicit".length()) : name;
    if (plain.endsWith("_fence")) {
      return fence(plain, call);
    }
    if (plain.startsWith("atomic_compare_exchange")) {
      CPlace place = atomicPlace(call.arguments().getFirst());
      List<CExpression> orders = call.arguments().subList(3, explicit ? 5 : 3);
      return compareExchange(
          place, call, orders(orders, MemoryOrder.SEQ_CST, plain.endsWith("_weak")));
    }
    return access(new Access(plain, explicit, false, true), call);
  }

  /** {@code __atomic_load_n} and the like. */
  Typed builtin(String name, CExpression.Call call) {
    String plain = name.substring("__".length());
    if (plain.endsWith("_fence")) {
      return fence(plain, call);
    }
    if (plain.equals("atomic_compare_exchange_n")) {
      boolean weak = values.constant(call.arguments().get(3), "whether it is weak") != 0;
      CPlace place = scalarPlace(call.arguments().getFirst());
      List<CExpression> orders = call.arguments().subList(4, 6);
      return compareExchange(place, call, orders(orders, MemoryOrder.SEQ_CST, weak));
    }
    boolean after = plain.endsWith("_fetch");
    String operation = plain.replace("_fetch", "").replace("atomic_", "");
    String function = after ? "atomic_fetch_" + operation : plain.replaceFirst("_n$", "");
    return access(new Access(function, true, true, !after), call);
  }

  private Typed access(Access access, CExpression.Call call) {
    List<CExpression> arguments = call.arguments();
    SourceSpan span = call.span();
    Use use = access.use();
    boolean flag = access.function.startsWith("atomic_flag_");
    CExpression object = arguments.getFirst();
    CPlace place =
        flag ? flagPlace(object) : access.builtin ? scalarPlace(object) : atomicPlace(object);
    MemoryOrder order = access.explicit ? order(arguments.getLast(), use) : MemoryOrder.SEQ_CST;
    if (use == Use.LOAD) {
      return new Typed.Read(place, order, false, place.type().unqualified(), span);
    }
    if (!places.isAssignable(place, span)) {
      return new Typed.Invalid(span);
    }
    if (flag) {
      return flag(place, use, order, span);
    }
    if (use == Use.MODIFY) {
      return modify(access, place, arguments.get(1), order, span);
    }
    // Even an atomic access races with an initialisation (C11, 7.17.2.2).
    MemoryOrder first = access.function.equals("atomic_init") ? MemoryOrder.PLAIN : order;
    return new Typed.Assign(place, desired(arguments.get(1), place), first, CTypes.VOID, span);
  }

  private static Typed flag(CPlace place, Use use, MemoryOrder order, SourceSpan span) {
    Typed bit = new Typed.Constant(use == Use.STORE ? 0 : 1, CTypes.BOOL, span);
    return use == Use.STORE
        ? new Typed.Assign(place, bit, order, CTypes.VOID, span)
        : new Typed.Modify(place, Modification.SWAP, bit, order, true, CTypes.BOOL, span);
  }

  /** To builtins a pointer is a number of bytes; to {@code <stdatomic.h>} it counts elements. */
  private Typed modify(
      Access access, CPlace place, CExpression argument, MemoryOrder order, SourceSpan span) {
    Type type = place.type().unqualified();
    Modification modification =
        switch (access.function) {
          case "atomic_exchange" -> Modification.SWAP;
          case "atomic_fetch_add" -> Modification.ADD;
          case "atomic_fetch_sub" -> Modification.SUBTRACT;
          case "atomic_fetch_and" -> Modification.AND;
          case "atomic_fetch_or" -> Modification.OR;
          default -> Modification.XOR;
        };
    boolean adds = modification == Modification.ADD || modification == Modification.SUBTRACT;
    Typed operand;
    if (access.builtin && type.isPointer() && modification != Modification.SWAP) {
      operand = values.conversions.cast(values.value(argument), CTypes.UNSIGNED_LONG, span);
    } else if (adds && type.isPointer()) {
      Typed zero = new Typed.Constant(0, type, span);
      Typed index = values.conversions.assign(values.value(argument), CTypes.LONG, "the distance");
      Typed bytes = index.isError() ? index : values.offset(zero, index, false, span);
      operand = bytes.isError() ? bytes : Conversions.convert(bytes, CTypes.LONG);
    } else if (modification != Modification.SWAP
        && (type.isPointer() || type.equals(CTypes.BOOL))) {
      return context.error(span, "'" + access.function + "' does not work on '" + type + "'");
    } else if (modification == Modification.SWAP) {
      operand = desired(argument, place);
    } else {
      values.names.count(place);
      operand = values.conversions.assign(values.value(argument), type, "the object");
    }
    return new Typed.Modify(place, modification, operand, order, access.old, type, span);
  }

  /** The orders of success and failure, if they are named. */
  private Typed.Orders orders(List<CExpression> named, MemoryOrder usual, boolean weak) {
    return named.isEmpty()
        ? new Typed.Orders(usual, usual, weak)
        : new Typed.Orders(
            order(named.getFirst(), Use.MODIFY), order(named.getLast(), Use.FAILURE), weak);
  }

  /** {@code atomic_compare_exchange}. */
  private Typed compareExchange(CPlace place, CExpression.Call call, Typed.Orders orders) {
    List<CExpression> arguments = call.arguments();
    CPlace expected = places.assigned(arguments.get(1));
    if (place.isError() || expected.isError()) {
      return new Typed.Invalid(call.span());
    }
    Type type = place.type().unqualified();
    if (!Type.same(type, expected.type())) {
      return context.error(
          call.span(),
          "the expected value has type '" + expected.type() + "', the object '" + type + "'");
    }
    Typed desired = desired(arguments.get(2), place);
    if (places.isAssignable(place, call.span())) {
      places.isAssignable(expected, call.span());
    }
    return new Typed.CompareExchange(place, expected, desired, orders, CTypes.BOOL, call.span());
  }

  private Typed fence(String name, CExpression.Call call) {
    MemoryOrder order = order(call.arguments().getFirst(), Use.MODIFY);
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
      return places.complain(
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
        || struct.find(StandardHeaders.own("set")).isEmpty()) {
      return places.complain(argument.span(), "'" + place.type() + "' is no atomic_flag", "");
    }
    StructType.Field bit = struct.fields().getFirst();
    return new CPlace.Member(place, bit, bit.type(), argument.span());
  }

  /** The scalar that a pointer argument points at. */
  private CPlace scalarPlace(CExpression argument) {
    CPlace place = places.pointed(values.value(argument), argument.span());
    return place.isError() || place.type().isScalar()
        ? place
        : places.complain(
            argument.span(), "'" + place.type() + "' is neither integer nor pointer", "");
  }

  /** A value that an object may get, or is compared with. */
  private Typed desired(CExpression argument, CPlace place) {
    Typed value = values.value(argument);
    values.names.value(place, argument, value);
    return values.conversions.assign(value, place.type().unqualified(), "the object");
  }

  /** The order that an argument names; relaxed after a complaint. */
  private MemoryOrder order(CExpression argument, Use use) {
    Typed value = values.value(argument);
    if (!(value instanceof Typed.Constant constant)
        || constant.value() < 0
        || constant.value() >= ORDERS.size()) {
      if (!value.isError()) {
        context.error(
            argument.span(), "this is no memory order", "write memory_order_seq_cst or the like");
      }
      return MemoryOrder.RELAXED;
    }
    MemoryOrder order = ORDERS.get((int) constant.value());
    boolean strong = order == MemoryOrder.SEQ_CST;
    if (use == Use.FAILURE && order.releases() && !strong) {
      return order.acquires() ? MemoryOrder.ACQUIRE : MemoryOrder.RELAXED;
    }
    if (use == Use.LOAD && order.releases() && !strong
        || use == Use.STORE && order.acquires() && !strong) {
      context.error(
          argument.span(),
          "a " + (use == Use.LOAD ? "read" : "write") + " cannot have this order",
          use == Use.LOAD ? "relaxed, acquire or seq_cst" : "relaxed, release or seq_cst");
    }
    return order;
  }

  /** {@code cas}, and {@code cas_explicit} with the orders of success and failure. */
  Typed compareAndSet(CExpression.Call call) {
    List<CExpression> named = call.arguments().subList(3, call.arguments().size());
    Typed.Orders orders = orders(named, MemoryOrder.RELAXED, false);
    CPlace place = scalarPlace(call.arguments().getFirst());
    Typed expected = desired(call.arguments().get(1), place);
    Typed desired = desired(call.arguments().get(2), place);
    places.isAssignable(place, call.span());
    return new Typed.CompareAndSet(place, expected, desired, orders, CTypes.BOOL, call.span());
  }

  Typed doubleCompareAndSet(CExpression.Call call) {
    CPlace first = scalarPlace(call.arguments().get(0));
    CPlace second = scalarPlace(call.arguments().get(1));
    List<Typed> operands = new ArrayList<>();
    for (int i = 2; i < 6; i++) {
      operands.add(desired(call.arguments().get(i), i % 2 == 0 ? first : second));
    }
    if (places.isAssignable(first, call.span())) {
      places.isAssignable(second, call.span());
    }
    List<Typed> expected = operands.subList(0, 2);
    List<Typed> desired = operands.subList(2, 4);
    return new Typed.DoubleCompareAndSet(
        first, second, expected, desired, CTypes.BOOL, call.span());
  }

  Typed loadLinked(CExpression.Call call) {
    CPlace place = scalarPlace(call.arguments().getFirst());
    Type type = place.type().unqualified();
    return new Typed.Read(place, MemoryOrder.RELAXED, true, type, call.span());
  }

  Typed storeConditional(CExpression.Call call) {
    CPlace place = scalarPlace(call.arguments().getFirst());
    Typed value = desired(call.arguments().get(1), place);
    places.isAssignable(place, call.span());
    return new Typed.StoreConditional(place, value, CTypes.BOOL, call.span());
  }
}
