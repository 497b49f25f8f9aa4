// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/** A part of a model at the outermost level. */
sealed interface Unit {
  SourceSpan span();

  /**
   * A proctype or {@code init}.
   *
   * @param active how many of it run at the start; empty is none
   */
  record Process(
      SourceSpan span,
      String name,
      Optional<Expression> active,
      List<Step.Declaration> parameters,
      Optional<Expression> provided,
      List<Step> body,
      SourceSpan end)
      implements Unit {}

  record Never(SourceSpan span, String name, List<Step> body, SourceSpan end) implements Unit {}

  /**
   * A {@code trace} assertion.
   *
   * @param negated whether it is {@code notrace}
   */
  record Trace(SourceSpan span, boolean negated, List<Step> body, SourceSpan end) implements Unit {}

  record Ltl(SourceSpan span, String name, Expression formula) implements Unit {}

  record Typedef(SourceSpan span, String name, List<Step.Declaration> fields) implements Unit {}

  record Mtype(SourceSpan span, String set, List<String> names) implements Unit {}

  record Global(SourceSpan span, Step.Declaration declaration) implements Unit {}
}
