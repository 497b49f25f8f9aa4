// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects what is wrong with a text, so that all of it is told in one go. */
final class Diagnostics {
  private static final int MOST = 50;

  private final Set<Diagnostic> found = new LinkedHashSet<>();
  private final Set<String> poisoned = new HashSet<>();

  void error(SourceSpan span, String message) {
    error(span, message, "");
  }

  void error(SourceSpan span, String message, String hint) {
    found.add(new Diagnostic(span, message, hint));
  }

  /** Unless the same was said of this place: functions are inlined at each of their calls. */
  void errorOnce(SourceSpan span, String message, String hint) {
    Diagnostic error = new Diagnostic(span, message, hint);
    if (!found.contains(error)) {
      found.add(error);
    }
  }

  /** A name in a piece of text that could not be read: that it is undeclared is no news. */
  void poison(String name) {
    poisoned.add(name);
  }

  boolean isPoisoned(String name) {
    return poisoned.contains(name);
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  void throwIfAny() throws InvalidInputException {
    if (!found.isEmpty()) {
      throw new InvalidInputException(inOrder());
    }
  }

  /** By file in the order of first mention, then by place. */
  private List<Diagnostic> inOrder() {
    List<String> files = found.stream().map(d -> d.span().file()).distinct().toList();
    List<Diagnostic> sorted = new ArrayList<>(found);
    sorted.sort(
        Comparator.comparingInt((Diagnostic d) -> files.indexOf(d.span().file()))
            .thenComparingInt(d -> d.span().line())
            .thenComparingInt(d -> d.span().column()));
    if (sorted.size() > MOST) {
      SourceSpan last = sorted.get(MOST).span();
      sorted.subList(MOST, sorted.size()).clear();
      sorted.add(new Diagnostic(last, "more errors follow", "repair those above first"));
    }
    return sorted;
  }
}
