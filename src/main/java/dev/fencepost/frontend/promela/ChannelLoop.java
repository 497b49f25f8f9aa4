// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.ir.promela.ValueType;
import java.util.List;

/** The statements of a loop over the messages of a channel, which it turns round once. */
final class ChannelLoop {
  private final StatementLowering statements;
  private final Step.ForIn loop;
  private final Scope scope;
  private final Place counter;

  ChannelLoop(StatementLowering statements, Locals locals, Step.ForIn loop, Scope scope) {
    this.statements = statements;
    this.loop = loop;
    this.scope = scope;
    counter = locals.counter(ValueType.BYTE);
  }

  Statement start() {
    return new Statement.Assign(counter, new PromelaExpr.Constant(0));
  }

  Statement goesOn() {
    PromelaExpr length =
        new PromelaExpr.ChannelTest(
            PromelaExpr.ChannelQuestion.LEN, statements.channel(loop.collection(), scope));
    return new Statement.Condition(
        new PromelaExpr.Binary(
            PromelaExpr.BinaryOperator.LESS, new PromelaExpr.Read(counter), length));
  }

  Statement take() {
    Expression.Argument all = new Expression.Argument(loop.variable(), false);
    return statements.lower(
        new Step.Receive(loop.span(), loop.collection(), false, false, List.of(all)), scope);
  }

  Statement putBack() {
    return statements.lower(
        new Step.Send(loop.span(), loop.collection(), false, List.of(loop.variable())), scope);
  }

  Statement increment() {
    return new Statement.Assign(
        counter,
        new PromelaExpr.Binary(
            PromelaExpr.BinaryOperator.ADD,
            new PromelaExpr.Read(counter),
            new PromelaExpr.Constant(1)));
  }
}
