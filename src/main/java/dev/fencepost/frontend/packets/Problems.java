// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong with a file. */
final class Problems {
  private final PacketsText source;
  private final List<Diagnostic> found = new ArrayList<>();

  Problems(PacketsText source) {
    this.source = source;
  }

  void add(Token at, String message, String hint) {
    found.add(new Diagnostic(source.span(at.start(), at.end()), message, hint));
  }

  void throwIfAny() throws InvalidInputException {
    if (!found.isEmpty()) {
      List<Diagnostic> sorted = new ArrayList<>(found);
      sorted.sort(
          Comparator.comparingInt((Diagnostic d) -> d.span().line())
              .thenComparingInt(d -> d.span().column()));
      throw new InvalidInputException(sorted);
    }
  }
}
