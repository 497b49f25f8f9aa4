// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.frontend.promela.DeclaredVariables.Declarator;
import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.ir.promela.ValueType;
import dev.fencepost.source.Diagnostics;
import java.util.List;
import java.util.Optional;

/** Resolves the names in statements that are one step. */
record StatementLowering(
    ExpressionLowering expressions, Promises promises, Diagnostics diagnostics) {

  Statement condition(Expression condition, Scope scope) {
    // a condition that is not met takes no step: it cannot have started a process
    PromelaExpr value =
        condition instanceof Expression.Run
            ? expressions.lower(condition, scope)
            : expressions.withoutRun(
                "in a part of a condition", () -> expressions.lower(condition, scope));
    return value instanceof PromelaExpr.Constant(int constant) && constant == 1
        ? new Statement.Skip()
        : new Statement.Condition(value);
  }

  Statement assign(Expression.Reference target, Expression value, Scope scope) {
    Place place = expressions.target(target, scope);
    return new Statement.Assign(place, expressions.lower(value, scope));
  }

  Statement send(
      Expression.Reference channel, boolean sorted, List<Expression> values, Scope scope) {
    List<PromelaExpr> sent =
        expressions.withoutRun("in a message", () -> expressions.values(values, scope));
    return new Statement.Send(expressions.channel(channel, scope), sorted, sent);
  }

  Statement receive(
      Expression.Reference channel,
      boolean anywhere,
      boolean keep,
      List<Expression.Argument> arguments,
      Scope scope) {
    return new Statement.Receive(
        expressions.channel(channel, scope),
        anywhere,
        keep,
        expressions.patterns(arguments, scope, false));
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

  /** The initial values of a variable. */
  List<PromelaExpr> initial(Declarator declarator, Scope scope) {
    return expressions.withoutRun(
        "in an initial value",
        () -> declarator.values().stream().map(it -> expressions.lower(it, scope)).toList());
  }
}
