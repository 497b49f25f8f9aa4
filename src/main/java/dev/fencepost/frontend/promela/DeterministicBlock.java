// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.frontend.promela.Element.Kind;
import dev.fencepost.frontend.promela.Element.Sequence;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.ir.promela.Statement.Block;
import dev.fencepost.ir.promela.Statement.BlockPoint;
import dev.fencepost.ir.promela.Statement.Branch;
import dev.fencepost.source.Diagnostics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes the inside of a {@code d_step}. */
final class DeterministicBlock {
  private static final int OPEN = -1;

  private final Element element;
  private final @Nullable Element after;
  private final Diagnostics diagnostics;
  private final Map<Element, Integer> numbers = new HashMap<>();
  private final List<List<Branch>> points = new ArrayList<>();
  private final List<Element> toDo = new ArrayList<>();

  DeterministicBlock(Element element, Diagnostics diagnostics) {
    this.element = element;
    this.diagnostics = diagnostics;
    after = element.next;
  }

  Block build() {
    List<Statement> guards = new ArrayList<>();
    guards(element.inner.first, guards, true);
    int start = point(element.inner.first);
    while (!toDo.isEmpty()) {
      Element next = toDo.removeLast();
      points.set(Objects.requireNonNull(numbers.get(next)), branches(next));
    }
    int end = points.size();
    List<BlockPoint> done = new ArrayList<>();
    for (List<Branch> branches : points) {
      done.add(
          new BlockPoint(
              branches.stream()
                  .map(b -> b.target() == OPEN ? new Branch(b.statement(), end) : b)
                  .toList()));
    }
    return new Block(guards, start == OPEN ? end : start, done);
  }

  /** What must be possible for the whole to be: as in SPIN, assignments are not looked at. */
  private void guards(Element first, List<Statement> guards, boolean outermost) {
    Element start = FlowWalk.start(first);
    switch (start.kind) {
      case BLOCK -> guards(start.inner.first, guards, outermost);
      case IF, DO -> start.options.forEach(option -> guards(option.first, guards, false));
      case ELSE -> guards.add(outermost ? new Statement.Else() : new Statement.Skip());
      case STATEMENT -> {
        boolean asks =
            start.statement instanceof Statement.Condition
                || start.statement instanceof Statement.Send
                || start.statement instanceof Statement.Receive
                || start.statement instanceof Statement.Skip;
        if (asks) {
          guards.add(start.statement);
        }
      }
      case GOTO, BREAK, JOIN, UNLESS, ATOMIC, DETERMINISTIC, END -> {}
    }
  }

  /** The number of the point at an element; {@link #OPEN} behind the end. */
  private int point(@Nullable Element from) {
    Element here = skipJumps(from);
    if (here == null || here == after || !here.deterministic) {
      Element end = after;
      if (from != null && here != null && end != null && !isAfter(here, end)) {
        diagnostics.error(
            from.origin.span(), "a jump out of a d_step", "it may only go to its end");
      }
      return OPEN;
    }
    Integer known = numbers.get(here);
    if (known != null) {
      return known;
    }
    int number = points.size();
    numbers.put(here, number);
    points.add(List.of());
    toDo.add(here);
    return number;
  }

  private boolean isAfter(Element here, Element end) {
    return here == end || here == skipJumps(end) || here == FlowWalk.hunt(end, false);
  }

  private @Nullable Element skipJumps(@Nullable Element from) {
    Element here = from;
    for (int i = 0; i < 500 && here != null && here != after; i++) {
      switch (here.kind) {
        case GOTO -> here = here.jump.orElseThrow().get();
        case JOIN, BREAK -> here = here.next;
        case BLOCK, ATOMIC -> here = here.inner.first;
        case UNLESS -> here = here.options.getFirst().first;
        default -> {
          return here;
        }
      }
    }
    return here;
  }

  private List<Branch> branches(Element here) {
    if (here.kind != Kind.IF && here.kind != Kind.DO) {
      check(here.statement, here);
      return List.of(new Branch(Optional.of(here.statement), point(here.next)));
    }
    List<Branch> branches = new ArrayList<>();
    for (Sequence option : here.options) {
      Element first = option.first;
      if (first.kind == Kind.STATEMENT) {
        check(first.statement, first);
        branches.add(new Branch(Optional.of(first.statement), point(first.next)));
      } else if (first.kind == Kind.ELSE) {
        branches.add(new Branch(Optional.empty(), point(first.next)));
      } else {
        branches.add(new Branch(Optional.empty(), point(first)));
      }
    }
    return branches;
  }

  private void check(Statement statement, Element here) {
    if (statement instanceof Statement.Condition(PromelaExpr.Run run)) {
      diagnostics.error(here.origin.span(), "'run' cannot stand in a d_step", "use atomic instead");
    }
  }
}
