// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.budget.Budget;
import dev.fencepost.frontend.promela.Element.Kind;
import dev.fencepost.frontend.promela.Element.Sequence;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.Origin;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Makes elements and ties them together, in the order and with the numbers of SPIN. */
final class FlowGraph {
  private final Flow flow;
  private final Diagnostics diagnostics;
  private final Deque<Sequence> open = new ArrayDeque<>();

  FlowGraph(Flow flow, Diagnostics diagnostics) {
    this.flow = flow;
    this.diagnostics = diagnostics;
  }

  void open() {
    open.push(new Sequence());
  }

  Sequence close() {
    Sequence sequence = open.pop();
    sequence.extent = sequence.last;
    return sequence;
  }

  /** Whether the innermost open sequence is in another one. */
  boolean isInside() {
    return open.size() > 1;
  }

  /** Whether the innermost open sequence has no element so far. */
  boolean isEmpty() {
    return open.getFirst().first == null;
  }

  Element element(Kind kind, Origin origin) {
    Element element = new Element(kind, flow.nextNumber(), origin);
    flow.elements.add(element);
    return element;
  }

  Element statement(Statement statement, Origin origin) {
    Kind kind = statement instanceof Statement.Else ? Kind.ELSE : Kind.STATEMENT;
    Element element = element(kind, origin);
    element.statement = statement;
    return element;
  }

  Element jump(Origin origin, Supplier<Element> target) {
    Element element = element(Kind.GOTO, origin);
    element.jump = Optional.of(target);
    return element;
  }

  /** Appends an element to the innermost open sequence. */
  void append(Element element) {
    append(element, open.peek());
  }

  private void append(Element element, Sequence sequence) {
    if (element.kind == Kind.GOTO && flow.labels.hasSpecial(element)) {
      Element skip = element(Kind.STATEMENT, element.origin);
      flow.labels.move(element, skip);
      append(skip, sequence);
    }
    if (sequence.first == null) {
      sequence.first = element;
    } else {
      sequence.last.next = element;
    }
    sequence.last = element;
  }

  /** A choice; {@code else} comes last wherever it was written. */
  Element choice(Origin origin, List<Sequence> written) {
    Element choice = element(Kind.IF, origin);
    Element join = join(choice, written);
    append(choice);
    append(join);
    return choice;
  }

  /** Gives an element its options; where these meet. */
  private Element join(Element choice, List<Sequence> written) {
    Element join = element(Kind.JOIN, choice.origin);
    choice.options = elseLast(written, choice.origin);
    choice.options.forEach(option -> append(join, option));
    return join;
  }

  /** A loop; gives the choice, whose exit is set. */
  Element loop(Origin origin, List<Sequence> written, LoopExit exit) {
    Element choice = element(Kind.DO, origin);
    append(join(choice, written));
    exit.element = element(Kind.BREAK, origin);
    append(choice);
    append(exit.element);
    return choice;
  }

  /** Where {@code break} goes. */
  static final class LoopExit {
    @SuppressWarnings("NullAway.Init") // set when the loop ends, and read then
    Element element;
  }

  private List<Sequence> elseLast(List<Sequence> written, Origin origin) {
    List<Sequence> options = new ArrayList<>();
    List<Sequence> elses = new ArrayList<>();
    for (Sequence option : written) {
      (option.first.kind == Kind.ELSE ? elses : options).add(option);
    }
    if (elses.size() > 1) {
      diagnostics.error(origin.span(), "there are two options with 'else'");
    }
    options.addAll(elses);
    return options;
  }

  Element unless(Origin origin, Sequence normal, Sequence escape) {
    Element unless = element(Kind.UNLESS, origin);
    Element join = element(Kind.JOIN, origin);
    unless.options = List.of(normal, escape);
    append(join, normal);
    append(join, escape);
    attach(normal, escape);
    append(unless);
    append(join);
    return unless;
  }

  private static void attach(Sequence sequence, Sequence escape) {
    for (Element element = sequence.first; element != null; element = element.next) {
      attach(element, escape);
      if (element == sequence.extent) {
        break;
      }
    }
  }

  private static void attach(Element element, Sequence escape) {
    Budget.ask();
    if (element.escapes.contains(escape)) {
      return;
    }
    for (Sequence inner : List.copyOf(element.escapes)) {
      attach(inner, escape);
    }
    element.escapes.addFirst(escape);
    switch (element.kind) {
      case UNLESS -> attach(element.options.getFirst(), escape);
      case IF, DO -> element.options.forEach(option -> attach(option, escape));
      case DETERMINISTIC -> attach(element.inner.first, escape);
      case ATOMIC, BLOCK -> attach(element.inner, escape);
      case STATEMENT, ELSE, GOTO, BREAK, JOIN, END -> {}
    }
  }

  /** Marks what is inside an atomic or deterministic sequence. */
  static void makeAtomic(Sequence sequence, boolean deterministic) {
    walk(sequence, deterministic);
    Element last = sequence.last;
    switch (last.kind) {
      case BLOCK, ATOMIC -> makeAtomic(last.inner, deterministic);
      case UNLESS -> makeAtomic(last.options.getFirst(), deterministic);
      case STATEMENT, ELSE, GOTO, BREAK, JOIN, IF, DO, DETERMINISTIC, END -> {
        last.atomic = false;
        last.lastOfAtomic = true;
      }
    }
  }

  private static void walk(Sequence sequence, boolean deterministic) {
    for (Element element = sequence.first; element != null; element = element.next) {
      Budget.ask();
      element.atomic = true;
      element.deterministic |= deterministic;
      boolean merges =
          element.kind == Kind.ATOMIC || element.kind == Kind.DETERMINISTIC && deterministic;
      if (merges) {
        element.kind = Kind.BLOCK;
      }
      if (element.kind == Kind.BLOCK) {
        walk(element.inner, deterministic);
      }
      for (Sequence option : element.options) {
        walk(option, deterministic);
      }
      if (element == sequence.last) {
        break;
      }
    }
  }

  /** Leads the ends of inner sequences to what follows them. */
  void tieEnds() {
    for (Element element : flow.elements.reversed()) {
      Budget.ask();
      boolean braces =
          element.kind == Kind.ATOMIC
              || element.kind == Kind.BLOCK
              || element.kind == Kind.DETERMINISTIC;
      if (braces && element.next != null && element.inner.last.next == null) {
        Element after = element.next;
        while (after != null && after.kind == Kind.JOIN) {
          after = after.next;
        }
        element.inner.last.next = after;
      }
    }
  }
}
