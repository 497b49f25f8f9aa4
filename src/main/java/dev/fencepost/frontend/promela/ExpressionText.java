// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Expressions as text, in as few parentheses as are safe. */
final class ExpressionText {
  private ExpressionText() {}

  static String of(Expression expression) {
    return switch (expression) {
      case Expression.Number number -> Integer.toString(number.value());
      case Expression.Reference reference -> References.text(reference);
      case Expression.Unary unary -> unary.operator().symbol() + operand(unary.operand());
      case Expression.Binary binary ->
          operand(binary.left()) + " " + binary.operator().symbol() + " " + operand(binary.right());
      case Expression.Conditional choice ->
          "(" + of(choice.condition()) + " -> " + of(choice.yes()) + " : " + of(choice.no()) + ")";
      case Expression.Run run -> "run " + run.process() + "(" + list(run.arguments()) + ")";
      case Expression.ChannelTest test ->
          "%s(%s)"
              .formatted(
                  test.question().name().toLowerCase(Locale.ROOT), References.text(test.channel()));
      case Expression.Poll poll ->
          References.text(poll.channel())
              + (poll.anywhere() ? "??[" : "?[")
              + poll.arguments().stream()
                  .map(argument -> of(argument.value()))
                  .collect(Collectors.joining(", "))
              + "]";
      case Expression.Enabled enabled -> "enabled(" + of(enabled.process()) + ")";
      case Expression.PcValue value -> "pc_value(" + of(value.process()) + ")";
      case Expression.Timeout timeout -> "timeout";
      case Expression.NonProgress progress -> "np_";
      case Expression.AtLabel at -> at.process() + number(at.number()) + "@" + at.label();
      case Expression.Remote remote ->
          remote.process() + number(remote.number()) + ":" + remote.variable().name();
      case Expression.Temporal temporal -> {
        String last = temporal.operator() + " " + operand(temporal.operands().getLast());
        boolean unary = temporal.operands().size() == 1;
        yield unary ? last : operand(temporal.operands().getFirst()) + " " + last;
      }
    };
  }

  private static String number(Optional<Expression> process) {
    return process.map(number -> "[" + of(number) + "]").orElse("");
  }

  private static String list(List<Expression> expressions) {
    return expressions.stream().map(ExpressionText::of).collect(Collectors.joining(", "));
  }

  private static String operand(Expression expression) {
    boolean compound =
        expression instanceof Expression.Binary || expression instanceof Expression.Temporal;
    return compound ? "(" + of(expression) + ")" : of(expression);
  }
}
