// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement as it was written; {@code span} is that of its head where it has a body. */
sealed interface CStatement {
  SourceSpan span();

  record Evaluate(CExpression expression, SourceSpan span) implements CStatement {}

  record Declare(Declaration declaration, SourceSpan span) implements CStatement {}

  record Block(List<CStatement> statements, SourceSpan span) implements CStatement {}

  /** {@code otherwise} is null where there is no else. */
  record If(CExpression condition, CStatement then, @Nullable CStatement otherwise, SourceSpan span)
      implements CStatement {}

  record While(CExpression condition, CStatement body, SourceSpan span) implements CStatement {}

  /** {@code span} is that of {@code while (...)} at the end. */
  record DoWhile(CStatement body, CExpression condition, SourceSpan span) implements CStatement {}

  /** The three parts may each be null. */
  record For(
      @Nullable CStatement start,
      @Nullable CExpression condition,
      @Nullable CExpression step,
      CStatement body,
      SourceSpan span)
      implements CStatement {}

  record Switch(CExpression value, CStatement body, SourceSpan span) implements CStatement {}

  /** {@code value} is null for default. */
  record Case(@Nullable CExpression value, CStatement statement, SourceSpan span)
      implements CStatement {}

  record Label(String name, CStatement statement, SourceSpan span) implements CStatement {}

  record Goto(String label, SourceSpan span) implements CStatement {}

  record Break(SourceSpan span) implements CStatement {}

  record Continue(SourceSpan span) implements CStatement {}

  /** {@code value} may be null. */
  record Return(@Nullable CExpression value, SourceSpan span) implements CStatement {}

  /** A statement whose accesses have an attribute of the memory model. */
  record Attributed(String attribute, CStatement statement, SourceSpan span)
      implements CStatement {}

  /**
   * Room for a fence.
   *
   * @param kind {@link dev.fencepost.ir.Places#BEFORE}, BODY or END
   */
  record Place(String kind, SourceSpan span) implements CStatement {}

  record Empty(SourceSpan span) implements CStatement {}
}
