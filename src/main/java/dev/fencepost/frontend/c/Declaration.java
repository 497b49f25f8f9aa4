// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A declaration as it was written. */
sealed interface Declaration {
  SourceSpan span();

  /** Specifiers and the names that they declare; also the members of a struct. */
  record Names(Specifiers specifiers, List<Initialized> names, SourceSpan span)
      implements Declaration {}

  /**
   * A name that is declared.
   *
   * @param value the initialiser, of a field the width of a bit-field; null where there is none
   */
  record Initialized(Declarator declarator, @Nullable CExpression value, SourceSpan span) {}

  record Function(
      Specifiers specifiers, Declarator declarator, CStatement.Block body, SourceSpan span)
      implements Declaration {}

  /** {@code message} may be empty. */
  record StaticAssert(CExpression condition, String message, SourceSpan span)
      implements Declaration {}
}
