// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.NumberLiteral;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An expression as it was written. */
sealed interface Expression {
  SourceSpan span();

  record IntegerConstant(NumberLiteral literal, SourceSpan span) implements Expression {}

  record CharacterConstant(long value, SourceSpan span) implements Expression {}

  record Text(String text, SourceSpan span) implements Expression {}

  record Name(String name, SourceSpan span) implements Expression {}

  /** {@code + - ! ~ * &} before an operand. */
  record Unary(String operator, Expression operand, SourceSpan span) implements Expression {}

  /** {@code ++} and {@code --}. */
  record Increment(boolean up, boolean prefix, Expression operand, SourceSpan span)
      implements Expression {}

  record Binary(String operator, Expression left, Expression right, SourceSpan span)
      implements Expression {}

  /** {@code operator} is {@code =} or the compound one. */
  record Assignment(String operator, Expression target, Expression value, SourceSpan span)
      implements Expression {}

  record Conditional(
      Expression condition, Expression whenTrue, Expression whenFalse, SourceSpan span)
      implements Expression {}

  record Comma(Expression first, Expression second, SourceSpan span) implements Expression {}

  record Call(Expression function, List<Expression> arguments, SourceSpan span)
      implements Expression {}

  record Subscript(Expression array, Expression index, SourceSpan span) implements Expression {}

  /** {@code base.field} or, with {@code arrow}, {@code base->field}. */
  record Member(Expression base, boolean arrow, String field, SourceSpan span)
      implements Expression {}

  record Cast(TypeName type, Expression operand, SourceSpan span) implements Expression {}

  record SizeofType(TypeName type, SourceSpan span) implements Expression {}

  record SizeofValue(Expression operand, SourceSpan span) implements Expression {}

  /** A braced initialiser; only behind the = of a declaration. */
  record Braces(List<Item> items, SourceSpan span) implements Expression {}

  /** One item of a braced initialiser, behind its designators. */
  record Item(List<Designator> designators, Expression value) {}

  /** {@code .field} or, where {@code field} is null, {@code [index]}. */
  record Designator(@Nullable String field, @Nullable Expression index, SourceSpan span) {}
}
