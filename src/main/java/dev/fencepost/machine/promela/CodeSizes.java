// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Expr;
import dev.fencepost.ir.promela.Expr.BinaryOperator;
import dev.fencepost.ir.promela.Pattern;
import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.Statement;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * How much code statements and expressions become, in nodes of a few instructions each. A part of
 * an expression that is too large becomes a method of its own and counts as one node.
 */
final class CodeSizes {
  /** The bytes of a node, about. */
  static final int NODE = 5;

  /** What is larger becomes a method where it is one of several that stand side by side. */
  static final int SMALL = 40;

  private static final int MOST = 150;

  private static final int CHANNEL = 10;

  private final IdentityHashMap<Expr, Integer> known = new IdentityHashMap<>();

  /** Whether an expression becomes a method of its own, where it is a part of something else. */
  boolean isLarge(Expr expr) {
    return of(expr) > MOST;
  }

  /**
   * Whether a condition behind another one becomes a method of its own, which all statements share
   * that have it.
   */
  boolean isLargeBehind(Expr expr) {
    return of(expr) > SMALL;
  }

  private int part(Expr expr) {
    return isLarge(expr) ? 1 : of(expr);
  }

  /** The size of an expression that is the whole of a method. */
  private int of(Expr expr) {
    Integer size = known.get(expr);
    if (size == null) {
      size = compute(expr);
      known.put(expr, size);
    }
    return size;
  }

  private int compute(Expr expr) {
    return switch (expr) {
      case Expr.Constant constant -> 1;
      case Expr.Read(Place place) -> part(place);
      case Expr.Unary unary -> 1 + part(unary.operand());
      case Expr.Binary(BinaryOperator operator, Expr left, Expr right)
          when operator == BinaryOperator.BOTH || operator == BinaryOperator.EITHER ->
          1 + part(left) + (isLargeBehind(right) ? 1 : part(right));
      case Expr.Binary binary -> 1 + part(binary.left()) + part(binary.right());
      case Expr.Conditional choice ->
          2 + part(choice.condition()) + part(choice.yes()) + part(choice.no());
      case Expr.Run run -> 1 + parts(run.arguments());
      case Expr.ChannelTest test -> 1 + part(test.channel());
      case Expr.Enabled enabled -> 1 + part(enabled.process());
      case Expr.PcValue value -> 1 + part(value.process());
      case Expr.AtLabel label -> 2 + part(label.process());
      case Expr.RemoteRead remote -> 2 + part(remote.process()) + part(remote.place());
      // a poll is a method already
      case Expr.Poll poll -> 1;
      case Expr.Timeout timeout -> 1;
      case Expr.NonProgress progress -> 1;
      case Expr.Pid pid -> 1;
      case Expr.ProcessCount count -> 1;
      case Expr.Last last -> 1;
    };
  }

  private int parts(List<Expr> all) {
    return all.stream().mapToInt(expr -> 1 + part(expr)).sum();
  }

  private int part(Place place) {
    return 2 + place.indices().stream().mapToInt(index -> 2 + part(index.value())).sum();
  }

  int of(Statement statement) {
    return switch (statement) {
      case Statement.Condition(Expr value) -> 1 + part(value);
      case Statement.Assign(Place place, Expr value) -> part(place) + part(value);
      case Statement.Assert(Expr condition) -> 1 + part(condition);
      case Statement.Send send -> CHANNEL + 2 * part(send.channel()) + parts(send.values());
      case Statement.Receive receive ->
          CHANNEL
              + part(receive.channel())
              + receive.patterns().stream()
                  .mapToInt(p -> p instanceof Pattern.Store(Place place) ? 3 + part(place) : 0)
                  .sum();
      case Statement.DeterministicStep step -> 1;
      case Statement.Print print -> 1;
      case Statement.Skip skip -> 1;
      case Statement.Else other -> 1;
      case Statement.End end -> 1;
    };
  }
}
