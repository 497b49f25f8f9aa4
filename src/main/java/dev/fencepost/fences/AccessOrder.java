// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryOrder;
import dev.fencepost.memorymodel.Mapping;
import dev.fencepost.memorymodel.ModelDefinition;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The C11 order of an access.
 *
 * @param failure the order of a compare-exchange that fails; relaxed for every other access
 */
public record AccessOrder(Use use, MemoryOrder order, MemoryOrder failure) implements Kind {

  /** What an access does. */
  enum Use {
    LOAD("load", Mapping.Kind.LOAD),
    STORE("store", Mapping.Kind.STORE),
    MODIFY("rmw", Mapping.Kind.RMW),
    EXCHANGE("rmw", Mapping.Kind.CAS);

    private final String word;
    private final Mapping.Kind mapped;

    Use(String word, Mapping.Kind mapped) {
      this.word = word;
      this.mapped = mapped;
    }

    /** What a model's {@code map} line calls it. */
    Mapping.Kind mapped() {
      return mapped;
    }
  }

  private static final List<AccessOrder> ALL =
      List.of(
          of(Use.LOAD, MemoryOrder.RELAXED),
          of(Use.LOAD, MemoryOrder.ACQUIRE),
          of(Use.LOAD, MemoryOrder.SEQ_CST),
          of(Use.STORE, MemoryOrder.RELAXED),
          of(Use.STORE, MemoryOrder.RELEASE),
          of(Use.STORE, MemoryOrder.SEQ_CST),
          of(Use.MODIFY, MemoryOrder.RELAXED),
          of(Use.MODIFY, MemoryOrder.ACQUIRE),
          of(Use.MODIFY, MemoryOrder.RELEASE),
          of(Use.MODIFY, MemoryOrder.ACQ_REL),
          of(Use.MODIFY, MemoryOrder.SEQ_CST),
          of(Use.EXCHANGE, MemoryOrder.RELAXED),
          of(Use.EXCHANGE, MemoryOrder.ACQUIRE),
          new AccessOrder(Use.EXCHANGE, MemoryOrder.ACQUIRE, MemoryOrder.ACQUIRE),
          of(Use.EXCHANGE, MemoryOrder.RELEASE),
          of(Use.EXCHANGE, MemoryOrder.ACQ_REL),
          new AccessOrder(Use.EXCHANGE, MemoryOrder.ACQ_REL, MemoryOrder.ACQUIRE),
          of(Use.EXCHANGE, MemoryOrder.SEQ_CST),
          new AccessOrder(Use.EXCHANGE, MemoryOrder.SEQ_CST, MemoryOrder.ACQUIRE),
          new AccessOrder(Use.EXCHANGE, MemoryOrder.SEQ_CST, MemoryOrder.SEQ_CST));

  private static AccessOrder of(Use use, MemoryOrder order) {
    return new AccessOrder(use, order, MemoryOrder.RELAXED);
  }

  /** The order of an access; none if it has none that a source can name. */
  static Optional<AccessOrder> of(Instruction access) {
    return Optional.ofNullable(
        switch (access) {
          case Instruction.Load i when !i.linked() && !i.strong() -> of(Use.LOAD, i.order());
          case Instruction.Store i when !i.strong() -> of(Use.STORE, i.order());
          case Instruction.FetchAndModify i -> of(Use.MODIFY, i.order());
          case Instruction.CompareAndSwap i ->
              new AccessOrder(Use.EXCHANGE, i.successOrder(), i.failureOrder());
          default -> null;
        });
  }

  /** The orders that an access of a use may have, each behind those that it covers. */
  static List<AccessOrder> all(Use use) {
    return ALL.stream().filter(each -> each.use == use).toList();
  }

  static boolean isName(String name) {
    return ALL.stream().anyMatch(each -> !each.order.isRelaxed() && each.name().equals(name));
  }

  /** The weakest order that covers all of some. */
  static AccessOrder join(List<AccessOrder> orders) {
    return all(orders.getFirst().use).stream()
        .filter(each -> orders.stream().allMatch(each::covers))
        .findFirst()
        .orElseThrow();
  }

  /** Whether no order is weaker. */
  public boolean isWeakest() {
    return order.isRelaxed() && failure.isRelaxed();
  }

  /** The weakest order of such an access. */
  public AccessOrder weakest() {
    return all(use).getFirst();
  }

  /** Whether the object is not atomic in C11. */
  boolean isPlain() {
    return order == MemoryOrder.PLAIN;
  }

  /** A copy of an access that has this order. */
  Instruction applied(Instruction access) {
    return access instanceof Instruction.CompareAndSwap cas
        ? cas.withOrders(order, failure)
        : access.withOrder(order);
  }

  @Override
  public String name() {
    return use.word + "[" + word(order) + "]";
  }

  @Override
  public String text() {
    String one = "memory_order_" + word(order);
    return use == Use.EXCHANGE ? one + ", memory_order_" + word(failure) : one;
  }

  /** The order in a word, or two. */
  public String words() {
    return use == Use.EXCHANGE && !failure.isRelaxed()
        ? word(order) + ", " + word(failure) + " where it fails"
        : word(order);
  }

  /** The order alone; of a compare-exchange that which succeeds. */
  String word() {
    return word(order);
  }

  private static String word(MemoryOrder order) {
    return order.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean covers(Kind other) {
    return other instanceof AccessOrder weak
        && use == weak.use
        && covers(order, weak.order)
        && covers(failure, weak.failure);
  }

  private static boolean covers(MemoryOrder strong, MemoryOrder weak) {
    return weak.isRelaxed()
        || strong == weak
        || strong == MemoryOrder.SEQ_CST
        || strong == MemoryOrder.ACQ_REL && weak != MemoryOrder.SEQ_CST;
  }

  @Override
  public int rank() {
    return Math.max(0, all(use).indexOf(this));
  }

  @Override
  public int cost(Costs costs, List<ModelDefinition> models) {
    return order.isRelaxed() ? 0 : Kind.cost(this, all(use), costs, models);
  }
}
