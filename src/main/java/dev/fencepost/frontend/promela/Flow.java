// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A process type while it is built: its elements, labels and variables. */
final class Flow {
  final String name;
  final SourceSpan span;
  final boolean claim;
  final Labels labels;
  final Region region;
  final List<Element> elements = new ArrayList<>();
  private final Map<String, Symbol> locals = new HashMap<>();
  int parameters;

  @SuppressWarnings("NullAway.Init") // finish sets it
  Element.Sequence body;

  Optional<PromelaExpr> provided = Optional.empty();
  private boolean finished;

  /** The labels that its own statements ask for. */
  private final List<String> askedFor = new ArrayList<>();

  /**
   * A flow without statements.
   *
   * @param claim whether it is that of a never claim or a trace, and not of a process
   */
  Flow(String name, SourceSpan span, boolean claim, Diagnostics diagnostics) {
    this.claim = claim;
    this.name = name;
    this.span = span;
    labels = new Labels(diagnostics);
    region = new Region(diagnostics);
  }

  /** The number of the next element. */
  int nextNumber() {
    return elements.size() + 1;
  }

  void declare(Symbol symbol) {
    locals.putIfAbsent(symbol.name(), symbol);
  }

  Optional<Symbol> local(String variable) {
    return Optional.ofNullable(locals.get(variable));
  }

  /** Says that all variables so far are parameters. */
  void endParameters() {
    parameters = region.variables().size();
  }

  void finish(Element.Sequence sequence, Optional<PromelaExpr> condition) {
    body = sequence;
    provided = condition;
    finished = true;
    askedFor.forEach(this::remotePoint);
  }

  /**
   * The control point of a label that a process asks for. A jump has none, so that it becomes a
   * step that does nothing, followed by the jump: once all of the type is known.
   */
  Optional<Integer> remotePoint(String label) {
    Optional<Element> found = labels.find(label);
    if (finished) {
      found.filter(element -> element.kind == Element.Kind.GOTO).ifPresent(this::splitJump);
    } else {
      askedFor.add(label);
    }
    return found.map(element -> element.number);
  }

  private void splitJump(Element element) {
    Element jump = new Element(Element.Kind.GOTO, nextNumber(), element.origin);
    jump.jump = element.jump;
    jump.next = element.next;
    elements.add(jump);
    element.kind = Element.Kind.STATEMENT;
    element.next = jump;
  }
}
