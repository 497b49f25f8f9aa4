// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement as it was written; {@code span} is that of its head where it has a body. */
sealed interface Statement {
  SourceSpan span();

  record Evaluate(Expression expression, SourceSpan span) implements Statement {}

  record Declare(Declaration declaration, SourceSpan span) implements Statement {}

  record Block(List<Statement> statements, SourceSpan span) implements Statement {}

  /** {@code otherwise} is null where there is no else. */
  record If(Expression condition, Statement then, @Nullable Statement otherwise, SourceSpan span)
      implements Statement {}

  record While(Expression condition, Statement body, SourceSpan span) implements Statement {}

  /** {@code span} is that of {@code while (...)} at the end. */
  record DoWhile(Statement body, Expression condition, SourceSpan span) implements Statement {}

  /** The three parts may each be null. */
  record For(
      @Nullable Statement start,
      @Nullable Expression condition,
      @Nullable Expression step,
      Statement body,
      SourceSpan span)
      implements Statement {}

  record Switch(Expression value, Statement body, SourceSpan span) implements Statement {}

  /** {@code value} is null for default. */
  record Case(@Nullable Expression value, Statement statement, SourceSpan span)
      implements Statement {}

  record Label(String name, Statement statement, SourceSpan span) implements Statement {}

  record Goto(String label, SourceSpan span) implements Statement {}

  record Break(SourceSpan span) implements Statement {}

  record Continue(SourceSpan span) implements Statement {}

  /** {@code value} may be null. */
  record Return(@Nullable Expression value, SourceSpan span) implements Statement {}

  /** A statement whose accesses have an attribute of the memory model. */
  record Attributed(String attribute, Statement statement, SourceSpan span) implements Statement {}

  record Empty(SourceSpan span) implements Statement {}
}
