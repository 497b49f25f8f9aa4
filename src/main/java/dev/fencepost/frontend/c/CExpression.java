// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.NumberLiteral;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An expression as it was written. */
sealed interface CExpression {
  SourceSpan span();

  record IntegerConstant(NumberLiteral literal, SourceSpan span) implements CExpression {}

  record CharacterConstant(long value, SourceSpan span) implements CExpression {}

  /**
   * Text in quotes.
   *
   * @param bytes whether each character is one byte
   */
  record Text(String text, boolean bytes, SourceSpan span) implements CExpression {}

  record Name(String name, SourceSpan span) implements CExpression {}

  /** {@code + - ! ~ * &} before an operand. */
  record Unary(String operator, CExpression operand, SourceSpan span) implements CExpression {}

  /** {@code ++} and {@code --}. */
  record Increment(boolean up, boolean prefix, CExpression operand, SourceSpan span)
      implements CExpression {}

  record Binary(String operator, CExpression left, CExpression right, SourceSpan span)
      implements CExpression {}

  /** {@code operator} is {@code =} or the compound one. */
  record Assignment(String operator, CExpression target, CExpression value, SourceSpan span)
      implements CExpression {}

  record Conditional(
      CExpression condition, CExpression whenTrue, CExpression whenFalse, SourceSpan span)
      implements CExpression {}

  record Comma(CExpression first, CExpression second, SourceSpan span) implements CExpression {}

  record Call(CExpression function, List<CExpression> arguments, SourceSpan span)
      implements CExpression {}

  record Subscript(CExpression array, CExpression index, SourceSpan span) implements CExpression {}

  /** {@code base.field} or, with {@code arrow}, {@code base->field}. */
  record Member(CExpression base, boolean arrow, String field, SourceSpan span)
      implements CExpression {}

  record Cast(TypeName type, CExpression operand, SourceSpan span) implements CExpression {}

  /** A compound literal: {@code (type){...}}. */
  record Literal(TypeName type, Braces value, SourceSpan span) implements CExpression {}

  record SizeofType(TypeName type, SourceSpan span) implements CExpression {}

  record SizeofValue(CExpression operand, SourceSpan span) implements CExpression {}

  /** {@code ({ ... })}: the value is that of the last statement. */
  record Statements(CStatement.Block block, SourceSpan span) implements CExpression {}

  /** A braced initialiser; only behind the = of a declaration. */
  record Braces(List<Item> items, SourceSpan span) implements CExpression {}

  /** One item of a braced initialiser, behind its designators. */
  record Item(List<Designator> designators, CExpression value) {}

  /**
   * {@code .field} or, where {@code field} is null, {@code [index]} or {@code [index ... last]}.
   */
  record Designator(
      @Nullable String field,
      @Nullable CExpression index,
      @Nullable CExpression last,
      SourceSpan span) {}
}
