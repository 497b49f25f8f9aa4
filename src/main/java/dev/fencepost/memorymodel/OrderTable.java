// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.budget.Budget;
import dev.fencepost.memorymodel.OrderLaw.Until;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which earlier instance of a thread must finish before a later one may go: the compiled form of a
 * memory model's program-order laws. The papers call it enhanced guards.
 */
public final class OrderTable {

  /** When the later access waits for the earlier one. */
  public enum Rule {
    NEVER,
    SAME_CELL,
    ALWAYS
  }

  private final List<OrderLaw> laws;

  OrderTable(List<OrderLaw> laws) {
    this.laws = List.copyOf(laws);
  }

  /** Whether {@code later} waits until {@code earlier} has finished. */
  public Rule rule(InstanceClass earlier, InstanceClass later) {
    return strongest(earlier, later, null, law -> !law.perTarget() && law.until() == Until.DONE);
  }

  /** Whether a reflection of {@code later} waits for that of {@code earlier} to the same thread. */
  public Rule targetRule(InstanceClass earlier, InstanceClass later) {
    return strongest(earlier, later, null, OrderLaw::perTarget);
  }

  /**
   * Whether {@code later} waits for {@code earlier} because of a fence that stands between them.
   */
  public Rule fenceRule(InstanceClass fence, InstanceClass earlier, InstanceClass later) {
    return strongest(earlier, later, fence, law -> law.until() == Until.DONE);
  }

  /** Whether {@code later} waits until the address of {@code earlier} is known. */
  public boolean awaitsAddress(
      InstanceClass earlier, InstanceClass later, @Nullable InstanceClass fence) {
    return strongest(earlier, later, fence, law -> law.until() == Until.ADDRESS) != Rule.NEVER;
  }

  /** The laws that may order the two, also those that need a fence between them. */
  public List<OrderLaw> lawsBetween(InstanceClass earlier, InstanceClass later) {
    return laws.stream().filter(law -> applies(law, earlier, later)).toList();
  }

  private Rule strongest(
      InstanceClass earlier,
      InstanceClass later,
      @Nullable InstanceClass fence,
      Predicate<OrderLaw> kind) {
    Rule strongest = Rule.NEVER;
    for (OrderLaw law : laws) {
      Budget.ask();
      boolean applies =
          kind.test(law)
              && (law.fence() == null ? fence == null : fence != null && law.fence().matches(fence))
              && applies(law, earlier, later);
      if (applies) {
        Rule rule = law.sameCell() ? Rule.SAME_CELL : Rule.ALWAYS;
        strongest = rule.compareTo(strongest) > 0 ? rule : strongest;
      }
    }
    return strongest;
  }

  private static boolean applies(OrderLaw law, InstanceClass earlier, InstanceClass later) {
    return law.earlier().matches(earlier) && law.later().matches(later);
  }
}
