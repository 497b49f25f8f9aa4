// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/** A declaration of variables of one type, as it was read. */
record DeclaredVariables(SourceSpan span, TypeName type, List<Declarator> variables) {
  /**
   * The name of a type.
   *
   * @param set the set of names of an mtype, or an empty string
   */
  record TypeName(SourceSpan span, String word, String set) {}

  /**
   * One variable.
   *
   * @param values the initial values; none where they are 0, or where it is a new channel
   * @param listed whether the values stand in braces
   */
  record Declarator(
      SourceSpan span,
      String name,
      Optional<Expression> width,
      Optional<Expression> length,
      List<Expression> values,
      boolean listed,
      Optional<NewChannel> channel) {}

  /** A channel that a variable is initialised with. */
  record NewChannel(SourceSpan span, Expression capacity, List<TypeName> fields) {}
}
