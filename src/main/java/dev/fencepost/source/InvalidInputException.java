// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

import java.util.List;
import java.util.stream.Collectors;

/** The input cannot be checked; carries every diagnostic that was found, at least one. */
public final class InvalidInputException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<Diagnostic> diagnostics;

  public InvalidInputException(List<Diagnostic> diagnostics) {
    super(diagnostics.stream().map(Diagnostic::toString).collect(Collectors.joining("\n")));
    this.diagnostics = List.copyOf(diagnostics);
  }

  public InvalidInputException(Diagnostic diagnostic) {
    this(List.of(diagnostic));
  }

  /** A problem without a place. */
  public InvalidInputException(String message, String hint) {
    this(new Diagnostic(SourceSpan.NONE, message, hint));
  }

  public InvalidInputException(String message) {
    this(message, "");
  }

  public List<Diagnostic> diagnostics() {
    return diagnostics;
  }
}
