// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.frontend.promela.Element.Sequence;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The labels of one process type. */
final class Labels {
  private final Diagnostics diagnostics;
  private final List<Label> labels = new ArrayList<>();

  /** A label; the element changes when a statement is put before it. */
  private static final class Label {
    final String name;
    final List<Integer> scope;
    final SourceSpan span;
    Element element;

    Label(String name, List<Integer> scope, Element element, SourceSpan span) {
      this.name = name;
      this.scope = scope;
      this.element = element;
      this.span = span;
    }
  }

  Labels(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  void add(String name, Scope scope, Element element, SourceSpan span) {
    for (Label label : labels) {
      if (label.name.equals(name) && label.scope.equals(scope.path())) {
        diagnostics.error(span, "the label '" + name + "' is declared twice");
      }
    }
    labels.add(new Label(name, scope.path(), element, span));
  }

  /**
   * Refuses a label before the first statement of a sequence inside of a body: whoever comes to the
   * sequence stands before it, and not at that label.
   *
   * @param instead where the label may stand
   */
  void refuseFirst(Sequence sequence, String instead) {
    for (Label label : labels) {
      if (label.element == sequence.first) {
        String message = "the label '" + label.name + "' cannot stand before the first statement";
        diagnostics.error(label.span, message + " here", "write " + instead);
      }
    }
  }

  /** Whether an element has a label that begins so; an empty string is any. */
  boolean has(Element element, String prefix) {
    return labels.stream()
        .anyMatch(label -> label.element == element && label.name.startsWith(prefix));
  }

  boolean hasSpecial(Element element) {
    return has(element, "accept") || has(element, "end") || has(element, "progress");
  }

  /** Gives one label of an element to another one. */
  void move(Element from, Element to) {
    for (Label label : labels.reversed()) {
      if (label.element == from) {
        label.element = to;
        return;
      }
    }
  }

  /** The element that a jump from a scope goes to. */
  Element target(String name, Scope scope, SourceSpan span) {
    Label best = null;
    int match = -1;
    for (Label label : labels) {
      if (label.name.equals(name)) {
        int shared =
            label.scope.equals(scope.path())
                ? Integer.MAX_VALUE
                : isPrefix(label.scope, scope.path()) ? label.scope.size() + 1 : 0;
        if (shared > match) {
          best = label;
          match = shared;
        }
      }
    }
    if (best == null) {
      throw diagnostics.fatal(span, "there is no label '" + name + "' here");
    }
    return best.element;
  }

  private static boolean isPrefix(List<Integer> prefix, List<Integer> whole) {
    return prefix.size() <= whole.size() && whole.subList(0, prefix.size()).equals(prefix);
  }

  Optional<Element> find(String name) {
    return labels.stream().filter(l -> l.name.equals(name)).map(l -> l.element).findFirst();
  }
}
