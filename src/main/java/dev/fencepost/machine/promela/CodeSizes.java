// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.FieldPattern;
import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.PromelaExpr.BinaryOperator;
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

  /** Larger conditions become methods of their own, if they stand behind another condition. */
  static final int SMALL = 40;

  private static final int MOST = 150;

  private static final int CHANNEL = 10;

  private final IdentityHashMap<PromelaExpr, Integer> known = new IdentityHashMap<>();

  /** Whether a part of an expression becomes a method of its own. */
  boolean isLarge(PromelaExpr expr) {
    return of(expr) > MOST;
  }

  /**
   * Whether a condition behind another one becomes a method of its own, shared by all statements
   * that contain it.
   */
  boolean isLargeBehind(PromelaExpr expr) {
    return of(expr) > SMALL;
  }

  private int part(PromelaExpr expr) {
    return isLarge(expr) ? 1 : of(expr);
  }

  /** The size of an expression that is the whole of a method. */
  private int of(PromelaExpr expr) {
    Integer size = known.get(expr);
    if (size == null) {
      size = compute(expr);
      known.put(expr, size);
    }
    return size;
  }

  private int compute(PromelaExpr expr) {
    return switch (expr) {
      case PromelaExpr.Read(Place place) -> part(place);
      case PromelaExpr.RemoteRead remote -> 2 + part(remote.process()) + part(remote.place());
      case PromelaExpr.Binary(BinaryOperator operator, PromelaExpr left, PromelaExpr right)
          when operator == BinaryOperator.BOTH || operator == BinaryOperator.EITHER ->
          1 + part(left) + (isLargeBehind(right) ? 1 : part(right));
      case PromelaExpr.Run run -> 1 + parts(run.arguments());
      // a poll is a method already
      case PromelaExpr.Poll poll -> 1;
      default -> {
        int size = 1;
        for (PromelaExpr part : expr.parts()) {
          size += part(part);
        }
        yield size;
      }
    };
  }

  private int parts(List<PromelaExpr> all) {
    return all.stream().mapToInt(expr -> 1 + part(expr)).sum();
  }

  private int part(Place place) {
    return 2 + place.indices().stream().mapToInt(index -> 2 + part(index.value())).sum();
  }

  int of(Statement statement) {
    return switch (statement) {
      case Statement.Condition(PromelaExpr value) -> 1 + part(value);
      case Statement.Assign(Place place, PromelaExpr value) -> part(place) + part(value);
      case Statement.Assert(PromelaExpr condition) -> 1 + part(condition);
      case Statement.Send send -> CHANNEL + 2 * part(send.channel()) + parts(send.values());
      case Statement.Receive receive ->
          CHANNEL
              + part(receive.channel())
              + receive.patterns().stream()
                  .mapToInt(p -> p instanceof FieldPattern.Store(Place place) ? 3 + part(place) : 0)
                  .sum();
      case Statement.DeterministicStep step -> 1;
      case Statement.Print print -> 1 + parts(Accesses.fallible(print));
      case Statement.Skip skip -> 1;
      case Statement.Else other -> 1;
      case Statement.End end -> 1;
    };
  }
}
