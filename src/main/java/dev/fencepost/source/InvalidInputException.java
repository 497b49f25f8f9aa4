// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The input cannot be checked; carries what is wrong with it: one diagnostic or more, not all. */
public final class InvalidInputException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Who has found more than so many problems need not look for others: nobody reads them. */
  public static final int MOST = 50;

  private final transient List<Diagnostic> diagnostics;

  public InvalidInputException(List<Diagnostic> found) {
    super(first(found).stream().map(Diagnostic::toString).collect(Collectors.joining("\n")));
    diagnostics = first(found);
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

  private static List<Diagnostic> first(List<Diagnostic> found) {
    if (found.size() <= MOST) {
      return List.copyOf(found);
    }
    List<Diagnostic> first = new ArrayList<>(found.subList(0, MOST));
    SourceSpan next = found.get(MOST).span();
    first.add(new Diagnostic(next, "more errors follow", "repair those above first"));
    return List.copyOf(first);
  }

  public List<Diagnostic> diagnostics() {
    return diagnostics;
  }
}
