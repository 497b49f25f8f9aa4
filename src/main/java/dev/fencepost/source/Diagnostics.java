// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects the errors of a text, to report all of them at once. */
public final class Diagnostics {
  /** Far more than are shown: those are the first by place, not by time. */
  private static final int KEPT = 100 * InvalidInputException.MOST;

  private final Set<Diagnostic> found = new LinkedHashSet<>();
  private final Set<String> poisoned = new HashSet<>();

  public void error(SourceSpan span, String message) {
    error(span, message, "");
  }

  /** Adds an error; a duplicate is reported once. */
  public void error(SourceSpan span, String message, String hint) {
    if (found.size() < KEPT) {
      found.add(new Diagnostic(span, message, hint));
    }
  }

  /** Reports an error after which reading cannot go on. */
  public Abort fatal(SourceSpan span, String message, String hint) {
    error(span, message, hint);
    return new Abort();
  }

  public Abort fatal(SourceSpan span, String message) {
    return fatal(span, message, "");
  }

  /** Thrown where reading cannot go on; what is wrong has been reported. */
  public static final class Abort extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Abort() {
      super("the input is wrong", null, false, false);
    }
  }

  /** A name in a piece of text that could not be read: that it is undeclared is no news. */
  public void poison(String name) {
    poisoned.add(name);
  }

  public boolean isPoisoned(String name) {
    return poisoned.contains(name);
  }

  public boolean isEmpty() {
    return found.isEmpty();
  }

  public void throwIfAny() throws InvalidInputException {
    if (!found.isEmpty()) {
      throw exception();
    }
  }

  /** All that was found, at least one. */
  public InvalidInputException exception() {
    return new InvalidInputException(inOrder());
  }

  /** By file in the order of first mention, then by place. */
  private List<Diagnostic> inOrder() {
    List<String> files = found.stream().map(d -> d.span().file()).distinct().toList();
    List<Diagnostic> sorted = new ArrayList<>(found);
    sorted.sort(
        Comparator.comparingInt((Diagnostic d) -> files.indexOf(d.span().file()))
            .thenComparingInt(d -> d.span().line())
            .thenComparingInt(d -> d.span().column()));
    return sorted;
  }
}
