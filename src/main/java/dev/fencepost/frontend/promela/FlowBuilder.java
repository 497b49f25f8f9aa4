// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.frontend.promela.Element.Kind;
import dev.fencepost.frontend.promela.Element.Sequence;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.SourceTexts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Turns the statements of a process type into elements. What SPIN does while it reads a statement
 * happens in {@link #prepare}, what it does when the statement is complete in {@link #add}.
 */
final class FlowBuilder {
  private static final int LONGEST_CHOICE = 32;

  private final Flow flow;
  private final FlowGraph graph;
  private final StatementLowering statements;
  private final Locals locals;
  private final SourceTexts texts;
  private final Diagnostics diagnostics;
  private final Deque<FlowGraph.LoopExit> loops = new ArrayDeque<>();

  /** A statement that has been read, before its element is made. */
  private record Prepared(Origin origin, List<String> labels, Core core, Scope scope) {
    Prepared label(String label) {
      List<String> all = new ArrayList<>(labels);
      all.add(label);
      return new Prepared(origin, all, core, scope);
    }
  }

  /** Makes the element of a statement. */
  private interface Core {
    Element make(Origin origin);
  }

  private record Braces(FlowGraph graph, Kind kind, Sequence inner) implements Core {
    @Override
    public Element make(Origin origin) {
      Element made = graph.element(kind, origin);
      made.inner = inner;
      return made;
    }
  }

  FlowBuilder(
      Flow flow,
      StatementLowering statements,
      Locals locals,
      SourceTexts texts,
      Diagnostics diagnostics) {
    this.flow = flow;
    this.statements = statements;
    this.locals = locals;
    this.texts = texts;
    this.diagnostics = diagnostics;
    graph = new FlowGraph(flow, diagnostics);
  }

  /** Builds the body. */
  Sequence build(List<Step> body, Scope scope, SourceSpan end) {
    graph.open();
    locals.startOfBody(true);
    body.forEach(step -> step(step, scope));
    graph.append(graph.element(Kind.END, new Origin(end, "end", flow.name)));
    Sequence sequence = graph.close();
    graph.tieEnds();
    return sequence;
  }

  private Origin origin(SourceSpan span) {
    return new Origin(span, texts.excerpt(span), flow.name);
  }

  private void step(Step step, Scope scope) {
    switch (step) {
      case Step.Declare declare -> {
        Origin origin = origin(declare.span());
        for (Statement initial : locals.declare(declare.declaration(), scope)) {
          append(initial, origin);
        }
      }
      case Step.Exclusive exclusive ->
          exclusive.channels().forEach(c -> statements.expressions().channel(c, scope));
      default -> {
        add(prepare(step, scope));
        locals.startOfBody(false);
      }
    }
  }

  private Sequence sequence(List<Step> steps, Scope scope) {
    graph.open();
    locals.startOfBody(false);
    steps.forEach(step -> step(step, scope));
    return graph.close();
  }

  private Element add(Prepared prepared) {
    Origin origin = prepared.origin();
    Element element = prepared.core().make(origin);
    for (String label : prepared.labels()) {
      flow.labels.add(label, prepared.scope(), element, origin.span());
    }
    if (element.kind != Kind.IF && element.kind != Kind.DO && element.kind != Kind.UNLESS) {
      graph.append(element);
    }
    return element;
  }

  private Prepared prepare(Step step, Scope scope) {
    return switch (step) {
      case Step.Labelled labelled -> prepare(labelled.step(), scope).label(labelled.label());
      case Step.Unless unless -> unless(unless, scope);
      default -> new Prepared(origin(step.span()), List.of(), core(step, scope), scope);
    };
  }

  private Core core(Step step, Scope scope) {
    return switch (step) {
      case Step.If choice -> {
        List<Sequence> options = options(choice.options(), scope);
        yield origin -> graph.choice(origin, options);
      }
      case Step.Do loop -> {
        FlowGraph.LoopExit exit = new FlowGraph.LoopExit();
        loops.push(exit);
        List<Sequence> options = options(loop.options(), scope);
        loops.pop();
        yield loop(options, exit);
      }
      case Step.Atomic block -> braces(Kind.ATOMIC, block.steps(), scope);
      case Step.Deterministic block -> braces(Kind.DETERMINISTIC, block.steps(), scope);
      case Step.Block block -> braces(Kind.BLOCK, block.steps(), scope);
      case Step.For loop -> range(loop, scope);
      case Step.ForIn loop -> over(loop, scope);
      case Step.Select select -> select(select, scope);
      case Step.Goto jump ->
          origin -> graph.jump(origin, () -> flow.labels.target(jump.label(), scope, jump.span()));
      case Step.Break jump -> exit(jump);
      default -> {
        Statement statement = statements.lower(step, scope);
        yield origin -> graph.statement(statement, origin);
      }
    };
  }

  private Core exit(Step.Break jump) {
    if (loops.isEmpty()) {
      throw diagnostics.fatal(jump.span(), "this break is in no loop");
    }
    FlowGraph.LoopExit exit = loops.peek();
    return origin -> graph.jump(origin, () -> exit.element);
  }

  private Core braces(Kind kind, List<Step> steps, Scope scope) {
    Sequence inner = sequence(steps, locals.open(scope));
    if (kind != Kind.BLOCK) {
      FlowGraph.makeAtomic(inner, kind == Kind.DETERMINISTIC);
    }
    return new Braces(graph, kind, inner);
  }

  private List<Sequence> options(List<List<Step>> options, Scope scope) {
    List<Sequence> sequences = new ArrayList<>();
    for (List<Step> option : options) {
      sequences.add(sequence(option, scope));
    }
    if (!flow.claim) {
      sequences.forEach(this::dropNeedlessSkips);
    }
    return sequences;
  }

  /** Of several statements in a row that do nothing, those in the middle are left out. */
  private void dropNeedlessSkips(Sequence sequence) {
    int skips = 0;
    Element before = null;
    for (Element element = sequence.first; element != null; element = element.next) {
      boolean print = element.statement instanceof Statement.Print text && !text.format().isEmpty();
      if ((element.isSkip() || print) && !flow.labels.has(element, "")) {
        skips++;
        boolean inside = element != sequence.first && element != sequence.last;
        if (skips > 1 && !print && inside && before != null) {
          before.next = element.next;
          continue;
        }
      } else {
        skips = 0;
      }
      before = element;
    }
  }

  private Prepared unless(Step.Unless step, Scope scope) {
    Prepared normal = prepare(step.step(), scope);
    Prepared escape = prepare(step.escape(), scope);
    Sequence second =
        escape.core() instanceof Braces braces
                && braces.kind() == Kind.BLOCK
                && escape.labels().isEmpty()
            ? braces.inner()
            : wrap(escape);
    Origin origin = origin(step.span());
    boolean labelled = !normal.labels().isEmpty();
    if (normal.core() instanceof Braces braces && (labelled || braces.kind() == Kind.BLOCK)) {
      Core core = at -> graph.unless(at, braces.inner(), second);
      Prepared inside = new Prepared(origin, List.of(), core, scope);
      return labelled
          ? new Prepared(
              origin, normal.labels(), new Braces(graph, braces.kind(), wrap(inside)), scope)
          : inside;
    }
    Sequence first = wrap(normal);
    return new Prepared(origin, List.of(), at -> graph.unless(at, first, second), scope);
  }

  private Sequence wrap(Prepared prepared) {
    graph.open();
    add(prepared);
    return graph.close();
  }

  private Core range(Step.For loop, Scope scope) {
    Statement start = statements.assign(loop.variable(), loop.from(), scope);
    append(start, origin(loop.span()));
    Statement goesOn =
        statements.compare(PromelaExpr.BinaryOperator.AT_MOST, loop.variable(), loop.to(), scope);
    return loop(
        loop.span(), goesOn, loop.body(), statements.increment(loop.variable(), scope), scope);
  }

  private Core over(Step.ForIn loop, Scope scope) {
    Origin origin = origin(loop.span());
    Optional<Integer> length = statements.arrayLength(loop.collection(), scope);
    if (length.isPresent()) {
      Expression first = new Expression.Number(loop.span(), 0);
      Expression last = new Expression.Number(loop.span(), length.get() - 1);
      return range(new Step.For(loop.span(), loop.variable(), first, last, loop.body()), scope);
    }
    return overMessages(loop, origin, scope);
  }

  /** A loop over the messages of a channel, which it turns round once. */
  private Core overMessages(Step.ForIn loop, Origin origin, Scope scope) {
    SourceSpan span = loop.span();
    Expression.Reference channel = loop.collection();
    Scope hidden = scope.open(0);
    Expression.Reference counter = locals.counter(hidden, span);
    Expression length = new Expression.ChannelTest(span, PromelaExpr.ChannelQuestion.LEN, channel);
    List<Expression.Argument> all = List.of(new Expression.Argument(loop.variable(), false));
    Step take = new Step.Receive(span, channel, false, false, all);
    Step putBack = new Step.Send(span, channel, false, List.of(loop.variable()));
    append(statements.assign(counter, new Expression.Number(span, 0), hidden), origin);
    graph.open();
    append(statements.compare(PromelaExpr.BinaryOperator.LESS, counter, length, hidden), origin);
    append(statements.lower(take, scope), origin);
    append(statements.lower(putBack, scope), origin);
    return loopRest(origin, loop.body(), statements.increment(counter, hidden), scope);
  }

  private void append(Statement statement, Origin origin) {
    graph.append(graph.statement(statement, origin));
  }

  private Core loop(
      SourceSpan span, Statement goesOn, List<Step> body, Statement increment, Scope scope) {
    Origin origin = origin(span);
    graph.open();
    append(goesOn, origin);
    return loopRest(origin, body, increment, scope);
  }

  private Core loopRest(Origin origin, List<Step> body, Statement increment, Scope scope) {
    FlowGraph.LoopExit exit = new FlowGraph.LoopExit();
    loops.push(exit);
    locals.startOfBody(false);
    Scope inner = locals.open(scope);
    body.forEach(step -> step(step, inner));
    loops.pop();
    append(increment, origin);
    Sequence main = graph.close();
    graph.open();
    append(new Statement.Else(), origin);
    appendExit(origin, exit);
    return loop(List.of(main, graph.close()), exit);
  }

  private Core loop(List<Sequence> options, FlowGraph.LoopExit exit) {
    return origin -> graph.loop(origin, options, exit);
  }

  private void appendExit(Origin origin, FlowGraph.LoopExit exit) {
    graph.append(graph.jump(origin, () -> exit.element));
  }

  /** A choice where both bounds are constants and near, else a loop that may stop anywhere. */
  private Core select(Step.Select select, Scope scope) {
    Origin origin = origin(select.span());
    boolean constant =
        select.from() instanceof Expression.Number && select.to() instanceof Expression.Number;
    if (constant) {
      int from = ((Expression.Number) select.from()).value();
      int to = ((Expression.Number) select.to()).value();
      if (from > to) {
        diagnostics.error(select.span(), "there is nothing between " + from + " and " + to);
      } else if (to - from <= LONGEST_CHOICE) {
        List<Sequence> options = new ArrayList<>();
        for (int value = from; value <= to; value++) {
          graph.open();
          Expression number = new Expression.Number(select.span(), value);
          Statement pick = statements.assign(select.variable(), number, scope);
          append(pick, origin);
          options.add(graph.close());
        }
        return at -> graph.choice(at, options);
      }
    }
    append(statements.assign(select.variable(), select.from(), scope), origin);
    graph.open();
    Statement goesOn =
        statements.compare(PromelaExpr.BinaryOperator.LESS, select.variable(), select.to(), scope);
    append(goesOn, origin);
    append(statements.increment(select.variable(), scope), origin);
    Sequence main = graph.close();
    FlowGraph.LoopExit exit = new FlowGraph.LoopExit();
    graph.open();
    appendExit(origin, exit);
    Sequence stop = graph.close();
    return loop(constant ? List.of(main, stop) : List.of(stop, main), exit);
  }
}
