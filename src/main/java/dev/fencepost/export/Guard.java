// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import dev.fencepost.budget.Budget;
import dev.fencepost.export.LawInstances.Pair;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;

/** A condition on a state of an exported model. It is simplified when built and written once. */
sealed interface Guard {
  enum Constant implements Guard {
    FALSE,
    TRUE
  }

  record Atom(String text) implements Guard {}

  /** Whether two steps were taken in this order. Only pairs that are written get a number. */
  record InOrder(Pair pair) implements Guard {}

  record Not(Guard operand) implements Guard {}

  /** A conjunction or a disjunction. */
  record Join(boolean every, Guard left, Guard right) implements Guard {
    /** Long chains of joins are of one kind: they are written without recursion. */
    private String joined(ToIntFunction<Pair> numbers) {
      Set<String> parts = new LinkedHashSet<>();
      Deque<Guard> rest = new ArrayDeque<>(List.of(this));
      while (!rest.isEmpty()) {
        Budget.ask();
        Guard next = rest.pop();
        if (next instanceof Join join && join.every == every) {
          rest.push(join.right);
          rest.push(join.left);
        } else {
          String text = next.text(numbers);
          parts.add(next instanceof Join && !every ? "(" + text + ")" : text);
        }
      }
      String text = String.join(every ? " && " : " || ", parts);
      return every || parts.size() == 1 ? text : "(" + text + ")";
    }
  }

  static Guard of(boolean value) {
    return value ? Constant.TRUE : Constant.FALSE;
  }

  static Guard of(String text) {
    return switch (text) {
      case "0" -> Constant.FALSE;
      case "1" -> Constant.TRUE;
      default -> new Atom(text);
    };
  }

  /** Whether it is this constant. */
  default boolean is(boolean value) {
    return equals(of(value));
  }

  default Guard not() {
    return switch (this) {
      case Constant constant -> of(constant.is(false));
      case Not not -> not.operand();
      default -> new Not(this);
    };
  }

  default Guard and(Guard other) {
    return join(true, this, other);
  }

  default Guard or(Guard other) {
    return join(false, this, other);
  }

  private static Guard join(boolean every, Guard left, Guard right) {
    Budget.ask();
    if (left.is(every) || right.is(every)) {
      return left.is(every) ? right : left;
    }
    if (left.is(!every) || right.is(!every) || isOpposite(left, right)) {
      return of(!every);
    }
    boolean twice = !(left instanceof Join) && left.equals(right);
    return twice ? left : new Join(every, left, right);
  }

  /** Whether one is the negation of the other; {@code false} if that is not obvious. */
  private static boolean isOpposite(Guard left, Guard right) {
    return !(left instanceof Join) && !(right instanceof Join) && left.equals(right.not());
  }

  /**
   * The condition in PROMELA.
   *
   * @param numbers gives the places of pairs in {@code ord}
   */
  default String text(ToIntFunction<Pair> numbers) {
    return switch (this) {
      case Constant constant -> constant.is(true) ? "1" : "0";
      case Atom atom -> atom.text();
      case InOrder order -> "ord[" + numbers.applyAsInt(order.pair()) + "]";
      case Not not -> "!(" + not.operand().text(numbers) + ")";
      case Join join -> join.joined(numbers);
    };
  }
}
