// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.ir.promela.ValueType;
import dev.fencepost.source.Diagnostics;
import java.util.List;
import java.util.Optional;

/** Resolves the names in statements that are one step. */
record StatementLowering(ExpressionLowering expressions, Diagnostics diagnostics) {

  Statement lower(Step step, Scope scope) {
    return switch (step) {
      case Step.Assign assign -> assign(assign.target(), assign.value(), scope);
      case Step.Evaluate evaluate -> condition(expressions.lower(evaluate.value(), scope));
      case Step.Send send ->
          new Statement.Send(
              expressions.channel(send.channel(), scope),
              send.sorted(),
              expressions.values(send.values(), scope));
      case Step.Receive receive ->
          new Statement.Receive(
              expressions.channel(receive.channel(), scope),
              receive.anywhere(),
              receive.keep(),
              expressions.patterns(receive.arguments(), scope, false));
      case Step.Assert check -> new Statement.Assert(expressions.lower(check.condition(), scope));
      case Step.Print print ->
          new Statement.Print(print.format(), expressions.values(print.values(), scope));
      case Step.Else other -> new Statement.Else();
      default -> throw new IllegalArgumentException("no statement of one step");
    };
  }

  private static Statement condition(PromelaExpr value) {
    return value instanceof PromelaExpr.Constant(int constant) && constant == 1
        ? new Statement.Skip()
        : new Statement.Condition(value);
  }

  Statement assign(Expression.Reference target, Expression value, Scope scope) {
    Place place = expressions.target(target, scope);
    return new Statement.Assign(place, expressions.lower(value, scope));
  }

  Statement compare(
      PromelaExpr.BinaryOperator operator,
      Expression.Reference left,
      Expression right,
      Scope scope) {
    PromelaExpr value = expressions.lower(right, scope);
    return new Statement.Condition(
        new PromelaExpr.Binary(operator, expressions.lower(left, scope), value));
  }

  Statement increment(Expression.Reference variable, Scope scope) {
    Place place = expressions.target(variable, scope);
    return new Statement.Assign(
        place,
        new PromelaExpr.Binary(
            PromelaExpr.BinaryOperator.ADD,
            expressions.lower(variable, scope),
            new PromelaExpr.Constant(1)));
  }

  /** The length of an array; empty for a channel. */
  Optional<Integer> arrayLength(Expression.Reference collection, Scope scope) {
    Optional<Symbol> symbol = expressions.references().symbol(collection, scope);
    boolean whole = collection.parts().getLast().index().isEmpty();
    if (symbol.isPresent() && symbol.get().isArray() && whole) {
      return Optional.of(symbol.get().length());
    }
    boolean channel =
        symbol.isPresent()
            && symbol.get().type() instanceof Symbol.Basic basic
            && basic.value() == ValueType.CHAN;
    if (!channel) {
      diagnostics.error(collection.span(), "a loop goes over an array or a channel");
      return Optional.of(1);
    }
    return Optional.empty();
  }

  /** The values of a declaration's initialiser. */
  List<PromelaExpr> initial(Step.Initial initial, Scope scope) {
    return switch (initial) {
      case Step.Initial.None none -> List.of();
      case Step.Initial.Channel channel -> List.of();
      case Step.Initial.Value value -> List.of(expressions.lower(value.value(), scope));
      case Step.Initial.Values values ->
          values.values().stream().map(value -> expressions.lower(value, scope)).toList();
    };
  }
}
