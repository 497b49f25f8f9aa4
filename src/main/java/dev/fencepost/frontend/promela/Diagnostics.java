// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects what is wrong with a model. */
final class Diagnostics {
  private final Set<Diagnostic> found = new LinkedHashSet<>();

  /** Thrown where reading cannot go on; what is wrong has been reported. */
  static final class Abort extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Abort() {
      super("the input is wrong", null, false, false);
    }
  }

  void error(SourceSpan span, String message, String hint) {
    found.add(new Diagnostic(span, message, hint));
  }

  void error(SourceSpan span, String message) {
    error(span, message, "");
  }

  /** Reports an error after which reading cannot go on. */
  Abort fatal(SourceSpan span, String message, String hint) {
    error(span, message, hint);
    return new Abort();
  }

  Abort fatal(SourceSpan span, String message) {
    return fatal(span, message, "");
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  InvalidInputException exception() {
    List<Diagnostic> all = new ArrayList<>(found);
    return new InvalidInputException(all);
  }
}
