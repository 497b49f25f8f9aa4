// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/** An expression as it was read. */
sealed interface Expression {
  SourceSpan span();

  record Number(SourceSpan span, int value) implements Expression {}

  /** A variable, possibly of a structure, or the name of an mtype value. */
  record Reference(SourceSpan span, List<Part> parts) implements Expression {
    Part first() {
      return parts.getFirst();
    }

    /** The name where it is nothing but a name, else an empty string. */
    String plainName() {
      return parts.size() == 1 && first().index().isEmpty() ? first().name() : "";
    }
  }

  /** One name of a reference, with its index. */
  record Part(SourceSpan span, String name, Optional<Expression> index) {}

  record Unary(SourceSpan span, PromelaExpr.UnaryOperator operator, Expression operand)
      implements Expression {}

  record Binary(
      SourceSpan span, PromelaExpr.BinaryOperator operator, Expression left, Expression right)
      implements Expression {}

  record Conditional(SourceSpan span, Expression condition, Expression yes, Expression no)
      implements Expression {}

  record Run(SourceSpan span, String process, List<Expression> arguments) implements Expression {}

  record ChannelTest(SourceSpan span, PromelaExpr.ChannelQuestion question, Reference channel)
      implements Expression {}

  record Poll(SourceSpan span, Reference channel, boolean anywhere, List<Argument> arguments)
      implements Expression {}

  record Enabled(SourceSpan span, Expression process) implements Expression {}

  record PcValue(SourceSpan span, Expression process) implements Expression {}

  record Timeout(SourceSpan span) implements Expression {}

  record NonProgress(SourceSpan span) implements Expression {}

  record AtLabel(SourceSpan span, String process, Optional<Expression> number, String label)
      implements Expression {}

  record Remote(SourceSpan span, String process, Optional<Expression> number, Part variable)
      implements Expression {}

  /** An operator of temporal logic; only in {@code ltl} blocks. */
  record Temporal(SourceSpan span, String operator, List<Expression> operands)
      implements Expression {}

  /** An argument of a receive; {@code eval} has its own case, names are resolved later. */
  record Argument(Expression value, boolean eval) {}
}
