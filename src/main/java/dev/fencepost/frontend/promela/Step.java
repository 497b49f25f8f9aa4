// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/** A step of a sequence as it was read. */
sealed interface Step {
  SourceSpan span();

  record Declare(SourceSpan span, Declaration declaration) implements Step {}

  /** {@code xr} or {@code xs}: a promise about channels that changes no behaviour. */
  record Exclusive(SourceSpan span, List<Expression.Reference> channels) implements Step {}

  record Assign(SourceSpan span, Expression.Reference target, Expression value) implements Step {}

  record Evaluate(SourceSpan span, Expression value) implements Step {}

  record Send(
      SourceSpan span, Expression.Reference channel, boolean sorted, List<Expression> values)
      implements Step {}

  record Receive(
      SourceSpan span,
      Expression.Reference channel,
      boolean anywhere,
      boolean keep,
      List<Expression.Argument> arguments)
      implements Step {}

  record Assert(SourceSpan span, Expression condition) implements Step {}

  record Print(SourceSpan span, String format, List<Expression> values) implements Step {}

  record Else(SourceSpan span) implements Step {}

  record Break(SourceSpan span) implements Step {}

  record Goto(SourceSpan span, String label) implements Step {}

  record Labelled(SourceSpan span, String label, Step step) implements Step {}

  record If(SourceSpan span, List<List<Step>> options) implements Step {}

  record Do(SourceSpan span, List<List<Step>> options) implements Step {}

  record For(
      SourceSpan span,
      Expression.Reference variable,
      Expression from,
      Expression to,
      List<Step> body)
      implements Step {}

  record ForIn(
      SourceSpan span,
      Expression.Reference variable,
      Expression.Reference collection,
      List<Step> body)
      implements Step {}

  record Select(SourceSpan span, Expression.Reference variable, Expression from, Expression to)
      implements Step {}

  record Atomic(SourceSpan span, List<Step> steps) implements Step {}

  record Deterministic(SourceSpan span, List<Step> steps) implements Step {}

  record Block(SourceSpan span, List<Step> steps) implements Step {}

  record Unless(SourceSpan span, Step step, Step escape) implements Step {}

  /** A declaration of variables of one type. */
  record Declaration(SourceSpan span, TypeName type, boolean hidden, List<Declarator> variables) {}

  /**
   * The name of a type.
   *
   * @param set the set of names of an mtype, or an empty string
   */
  record TypeName(SourceSpan span, String word, String set) {}

  /** One variable of a declaration. */
  record Declarator(
      SourceSpan span,
      String name,
      Optional<Expression> width,
      Optional<Expression> length,
      Initial initial) {}

  /** How a variable is initialised. */
  sealed interface Initial {
    record None() implements Initial {}

    record Value(Expression value) implements Initial {}

    record Values(List<Expression> values) implements Initial {}

    record Channel(SourceSpan span, Expression capacity, List<TypeName> fields)
        implements Initial {}
  }
}
