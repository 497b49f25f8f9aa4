// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a declaration says about one name, from the outside in. */
sealed interface Declarator {

  /** The name; empty in a type name. */
  record Named(String name, SourceSpan span) implements Declarator {}

  record Pointer(Declarator inner, boolean constant, boolean atomic) implements Declarator {}

  /** {@code length} is null in {@code []}. */
  record Array(Declarator inner, @Nullable CExpression length, SourceSpan span)
      implements Declarator {}

  /** {@code prototype} is false for {@code ()}, which says nothing about the parameters. */
  record Function(Declarator inner, List<Parameter> parameters, boolean prototype)
      implements Declarator {}

  /** A parameter; its declarator may have no name. */
  record Parameter(Specifiers specifiers, Declarator declarator, SourceSpan span) {}

  /** The innermost declarator. */
  default Named named() {
    return switch (this) {
      case Named named -> named;
      case Pointer pointer -> pointer.inner().named();
      case Array array -> array.inner().named();
      case Function function -> function.inner().named();
    };
  }

  /** The function that this declares, or null where it declares something else. */
  default @Nullable Function function() {
    return switch (this) {
      case Function function -> function.inner() instanceof Named ? function : null;
      case Pointer pointer -> pointer.inner().function();
      case Array array -> null;
      case Named named -> null;
    };
  }
}
