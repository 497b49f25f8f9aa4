// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.budget.Budget;
import dev.fencepost.frontend.promela.Element.Kind;
import dev.fencepost.frontend.promela.Element.Sequence;
import dev.fencepost.ir.promela.ControlPoint;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.ir.promela.Transition;
import dev.fencepost.source.Diagnostics;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes control points of elements. First each element gets its own step, or the elements that it
 * is a choice of; then choices are replaced by the first steps of their options, and escapes are
 * put before the steps that they interrupt.
 */
final class ControlPoints {
  private final Flow flow;
  private final Diagnostics diagnostics;
  private final List<Node> nodes = new ArrayList<>();

  /** An element's steps; for a choice the elements that it leads to come first. */
  private static final class Node {
    final List<Integer> choices = new ArrayList<>();
    List<Edge> edges = new ArrayList<>();
    boolean choice;
    boolean end;
    boolean progress;
    boolean accept;
    boolean join;

    void inherit(Node other) {
      end |= other.end;
      progress |= other.progress;
      accept |= other.accept;
    }
  }

  /** A step, with the elements at which the escapes begin that can interrupt it. */
  private record Edge(int element, Transition step, List<Integer> escapes) {
    Edge escaping(int escape) {
      Transition copy =
          new Transition(step.statement(), step.target(), step.atomic(), escape, step.origin());
      return new Edge(element, copy, escapes);
    }
  }

  private ControlPoints(Flow flow, Diagnostics diagnostics) {
    this.flow = flow;
    this.diagnostics = diagnostics;
  }

  static List<ControlPoint> of(Flow flow, Diagnostics diagnostics) {
    return new ControlPoints(flow, diagnostics).run();
  }

  /** Where a process of this type begins. */
  static int start(Flow flow) {
    return FlowWalk.hunt(flow.body.first, false).number;
  }

  private List<ControlPoint> run() {
    for (int i = 0; i <= flow.elements.size(); i++) {
      nodes.add(new Node());
    }
    for (Element element : flow.elements) {
      Budget.ask();
      Node node = nodes.get(element.number);
      node.end = element.kind == Kind.END || flow.labels.has(element, "end");
      node.progress = flow.labels.has(element, "progress");
      node.accept = flow.labels.has(element, "accept");
    }
    put(flow.body);
    nodes.forEach(this::flatten);
    for (Node node : nodes) {
      resolve(node);
    }
    nodes.forEach(this::escape);
    for (Node node : nodes) {
      if (node.join && node.end && node.edges.size() == 1) {
        nodes.get(node.edges.getFirst().step().target()).end = true;
      }
    }
    nodes.forEach(this::checkElse);
    return nodes.stream().map(ControlPoints::point).toList();
  }

  private void checkElse(Node node) {
    List<Edge> elses =
        node.edges.stream()
            .filter(edge -> edge.step().statement() instanceof Statement.Else)
            .toList();
    if (elses.size() > 1) {
      diagnostics.error(
          elses.getLast().step().origin().span(),
          "a choice inherits two options with 'else'",
          "an option that begins with a choice takes over all of its options");
    }
  }

  private static ControlPoint point(Node node) {
    List<Transition> steps = node.edges.stream().map(Edge::step).toList();
    return new ControlPoint(steps, node.end, node.progress, node.accept);
  }

  private void put(Sequence sequence) {
    for (Element element = sequence.first; element != null; element = element.next) {
      if (!element.done) {
        element.done = true;
        put(element);
      }
      if (element == sequence.last) {
        break;
      }
    }
  }

  private void put(Element element) {
    Budget.ask();
    switch (element.kind) {
      case UNLESS -> put(element.options.getFirst());
      case IF, DO -> {
        Node node = nodes.get(element.number);
        node.choice = true;
        for (Sequence option : element.options) {
          Element first = FlowWalk.start(option.first);
          if (!isFalse(first)) {
            node.choices.add(first.number);
          }
        }
        element.options.forEach(this::put);
      }
      case ATOMIC, BLOCK, DETERMINISTIC -> putBraces(element);
      case STATEMENT, ELSE, GOTO, BREAK, JOIN, END -> putStep(element);
    }
  }

  private static boolean isFalse(Element element) {
    return element.statement instanceof Statement.Condition(PromelaExpr.Constant(int value))
        && value == 0
        && element.escapes.isEmpty();
  }

  private void putBraces(Element element) {
    patchJumps(element.inner);
    Node node = nodes.get(element.number);
    element.inner.last.next = element.next;
    if (element.kind == Kind.DETERMINISTIC) {
      Statement.Block block = new DeterministicBlock(element, diagnostics).build();
      Statement statement = new Statement.DeterministicStep(block);
      node.edges.add(edge(element, statement, target(element)));
      element.escapes.forEach(this::put);
    } else {
      node.choice = true;
      node.choices.add(FlowWalk.start(element.inner.first).number);
      put(element.inner);
    }
  }

  /** A jump out of an atomic sequence ends it, one from its end into another goes on. */
  private static void patchJumps(Sequence sequence) {
    for (Element element = sequence.first; element != null; element = element.next) {
      Budget.ask();
      if (element.kind == Kind.GOTO) {
        Element target = element.jump.orElseThrow().get();
        boolean inside = element.atomic || element.lastOfAtomic;
        boolean stays = target.atomic || target.lastOfAtomic;
        if (inside && !stays) {
          element.atomic = false;
          element.lastOfAtomic = true;
        }
        if (element.lastOfAtomic && stays) {
          element.lastOfAtomic = false;
          element.atomic = true;
        }
      } else {
        element.options.forEach(ControlPoints::patchJumps);
      }
      if (element == sequence.extent) {
        break;
      }
    }
  }

  private static int target(Element element) {
    return element.next == null ? 0 : FlowWalk.hunt(element.next, element.atomic).number;
  }

  private void putStep(Element element) {
    Node node = nodes.get(element.number);
    node.join = element.kind == Kind.JOIN;
    int target = target(element);
    Statement statement = element.statement;
    if (element.kind == Kind.GOTO) {
      Element jump = element.jump.orElseThrow().get();
      target = FlowWalk.hunt(jump, element.atomic).number;
    } else if (element.kind == Kind.END) {
      statement = new Statement.End();
      target = 0;
    }
    node.edges.add(edge(element, statement, target));
    if (element.kind != Kind.JOIN) {
      element.escapes.forEach(this::put);
    }
  }

  private static Edge edge(Element element, Statement statement, int target) {
    List<Integer> escapes = new ArrayList<>();
    if (element.kind != Kind.JOIN) {
      for (Sequence escape : element.escapes) {
        escapes.add(FlowWalk.hunt(escape.first, element.atomic).number);
      }
    }
    Transition step = new Transition(statement, target, element.atomic, 0, element.origin);
    return new Edge(element.number, step, escapes);
  }

  /** Replaces choices among choices by what those are choices of. */
  private void flatten(Node node) {
    boolean again = node.choice;
    while (again) {
      again = false;
      List<Integer> flat = new ArrayList<>();
      for (int number : node.choices) {
        Budget.ask();
        Node inner = nodes.get(number);
        if (inner.choice) {
          again = true;
          for (int leaf : inner.choices) {
            nodes.get(leaf).inherit(inner);
            flat.add(leaf);
          }
        } else {
          flat.add(number);
        }
      }
      node.choices.clear();
      node.choices.addAll(flat);
    }
  }

  private void resolve(Node node) {
    if (!node.choice) {
      return;
    }
    for (int number : node.choices) {
      Budget.ask();
      Node leaf = nodes.get(number);
      for (Edge edge : leaf.edges) {
        node.edges.add(edge);
        nodes.get(edge.step().target()).inherit(leaf);
      }
    }
  }

  private void escape(Node node) {
    List<Edge> all = new ArrayList<>(node.edges);
    for (Edge edge : node.edges) {
      Budget.ask();
      for (int escape : edge.escapes().reversed()) {
        for (Edge first : List.copyOf(nodes.get(escape).edges)) {
          boolean there = all.stream().anyMatch(known -> known.element() == first.element());
          if (!there) {
            all.addFirst(first.escaping(escape));
          }
        }
      }
    }
    node.edges = all;
  }
}
