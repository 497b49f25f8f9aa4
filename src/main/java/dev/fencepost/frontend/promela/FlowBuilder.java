// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.frontend.promela.Element.Kind;
import dev.fencepost.frontend.promela.Element.Sequence;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.PromelaExpr.BinaryOperator;
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
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Turns the statements of a process type into elements. What SPIN does while it reads a statement
 * has happened where it is {@link Prepared}, what it does when the statement is complete happens in
 * {@link #add}.
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
  record Prepared(Origin origin, List<String> labels, Core core, Scope scope) {
    Prepared label(String label) {
      List<String> all = new ArrayList<>(labels);
      all.add(label);
      return new Prepared(origin, all, core, scope);
    }
  }

  /** Makes the element of a statement. */
  interface Core {
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

  StatementLowering statements() {
    return statements;
  }

  /** Builds the body; {@code end} gives the place of its closing brace once it has been read. */
  Sequence body(Runnable steps, Supplier<SourceSpan> end) {
    graph.open();
    locals.startOfBody(true);
    steps.run();
    graph.append(graph.element(Kind.END, new Origin(end.get(), "end", flow.name)));
    Sequence sequence = graph.close();
    graph.tieEnds();
    return sequence;
  }

  private Origin origin(SourceSpan span) {
    return new Origin(span, texts.excerpt(span), flow.name);
  }

  /** Whether the sequence that is read, inside of a body, has no statement so far. */
  boolean lacksStatement() {
    return graph.isInside() && graph.isEmpty();
  }

  void declare(DeclaredVariables declaration, Scope scope) {
    if (flow.claim) {
      diagnostics.error(
          declaration.span(),
          "a never claim or trace assertion has no variables of its own",
          "declare them outside, before it");
    }
    Origin origin = origin(declaration.span());
    locals.declare(declaration, scope).forEach(initial -> append(initial, origin));
  }

  /** Notes {@code xr} or {@code xs} of a channel. */
  void promise(String word, Expression.Reference channel, Scope scope) {
    statements.promises().add(word, channel, scope, flow.name);
  }

  private Sequence sequence(Runnable steps) {
    graph.open();
    locals.startOfBody(false);
    steps.run();
    return graph.close();
  }

  void add(Prepared prepared) {
    Origin origin = prepared.origin();
    Element element = prepared.core().make(origin);
    for (String label : prepared.labels()) {
      flow.labels.add(label, prepared.scope(), element, origin.span());
    }
    if (element.kind != Kind.IF && element.kind != Kind.DO && element.kind != Kind.UNLESS) {
      graph.append(element);
    }
    locals.startOfBody(false);
  }

  private Prepared prepared(SourceSpan span, Core core, Scope scope) {
    return new Prepared(origin(span), List.of(), core, scope);
  }

  /** A statement that is one step. */
  Prepared step(SourceSpan span, Statement statement, Scope scope) {
    return prepared(span, origin -> graph.statement(statement, origin), scope);
  }

  Prepared choice(SourceSpan span, List<Sequence> options, Scope scope) {
    return prepared(span, origin -> graph.choice(origin, options), scope);
  }

  /** A loop; in its options there may be a {@code break}. */
  Prepared loop(SourceSpan span, Supplier<List<Sequence>> options, Scope scope) {
    FlowGraph.LoopExit exit = new FlowGraph.LoopExit();
    loops.push(exit);
    List<Sequence> read = options.get();
    loops.pop();
    return loop(span, read, exit, scope);
  }

  private Prepared loop(
      SourceSpan span, List<Sequence> options, FlowGraph.LoopExit exit, Scope scope) {
    return prepared(span, origin -> graph.loop(origin, options, exit), scope);
  }

  Prepared jump(SourceSpan span, String label, Scope scope) {
    return prepared(
        span, origin -> graph.jump(origin, () -> flow.labels.target(label, scope, span)), scope);
  }

  /** Leaves the innermost loop. */
  Prepared exit(SourceSpan span, Scope scope) {
    if (loops.isEmpty()) {
      throw diagnostics.fatal(span, "this break is in no loop");
    }
    FlowGraph.LoopExit exit = loops.peek();
    return prepared(span, origin -> graph.jump(origin, () -> exit.element), scope);
  }

  Prepared braces(SourceSpan span, Kind kind, Scope scope, Consumer<Scope> steps) {
    Scope inside = locals.open(scope);
    Sequence inner = sequence(() -> steps.accept(inside));
    String word = kind == Kind.BLOCK ? "" : kind == Kind.DETERMINISTIC ? "d_step " : "atomic ";
    flow.labels.refuseFirst(inner, "Label: " + word + "{ ... }");
    if (kind != Kind.BLOCK) {
      FlowGraph.makeAtomic(inner, kind == Kind.DETERMINISTIC);
    }
    return prepared(span, new Braces(graph, kind, inner), scope);
  }

  /** An option of a choice or loop. */
  Sequence option(Runnable steps) {
    Sequence option = sequence(steps);
    flow.labels.refuseFirst(option, "Label: if or Label: do before the options");
    if (!flow.claim) {
      dropNeedlessSkips(option);
    }
    return option;
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

  Prepared unless(SourceSpan span, Prepared normal, Prepared escape) {
    Sequence second =
        escape.core() instanceof Braces braces
                && braces.kind() == Kind.BLOCK
                && escape.labels().isEmpty()
            ? braces.inner()
            : side(escape, "the label inside of the escape, behind its guard");
    Origin origin = origin(span);
    Scope scope = normal.scope();
    boolean labelled = !normal.labels().isEmpty();
    if (normal.core() instanceof Braces braces && (labelled || braces.kind() == Kind.BLOCK)) {
      Core core = at -> graph.unless(at, braces.inner(), second);
      Prepared inside = new Prepared(origin, List.of(), core, scope);
      return labelled
          ? new Prepared(
              origin, normal.labels(), new Braces(graph, braces.kind(), wrap(inside)), scope)
          : inside;
    }
    Sequence first = side(normal, "Label: { statement unless { ... } }");
    return new Prepared(origin, List.of(), at -> graph.unless(at, first, second), scope);
  }

  /** One side of an {@code unless} that is a statement. */
  private Sequence side(Prepared statement, String instead) {
    Sequence side = wrap(statement);
    flow.labels.refuseFirst(side, instead);
    return side;
  }

  private Sequence wrap(Prepared prepared) {
    graph.open();
    add(prepared);
    return graph.close();
  }

  /** A variable that takes all values, or one value, between two. */
  record Range(SourceSpan span, Expression.Reference variable, Expression from, Expression to) {}

  Prepared range(Range range, Scope scope, Consumer<Scope> body) {
    Expression.Reference variable = range.variable();
    Origin origin = origin(range.span());
    append(statements.assign(variable, range.from(), scope), origin);
    Statement goesOn = statements.compare(BinaryOperator.AT_MOST, variable, range.to(), scope);
    Statement increment = statements.increment(variable, scope);
    graph.open();
    append(goesOn, origin);
    return loopRest(origin, increment, scope, body);
  }

  /** A loop over the elements of an array, or over the messages of a channel. */
  Prepared over(
      SourceSpan span,
      Expression.Reference variable,
      Expression.Reference collection,
      Scope scope,
      Consumer<Scope> body) {
    Optional<Integer> length = statements.arrayLength(collection, scope);
    if (length.isEmpty()) {
      return overMessages(variable, collection, origin(span), scope, body);
    }
    Expression first = new Expression.Number(span, 0);
    Expression last = new Expression.Number(span, length.get() - 1);
    return range(new Range(span, variable, first, last), scope, body);
  }

  /** A loop over the messages of a channel, which it turns round once. */
  private Prepared overMessages(
      Expression.Reference variable,
      Expression.Reference channel,
      Origin origin,
      Scope scope,
      Consumer<Scope> body) {
    SourceSpan span = origin.span();
    Scope hidden = scope.open(0);
    Expression.Reference counter = locals.counter(hidden, span);
    Expression length = new Expression.ChannelTest(span, PromelaExpr.ChannelQuestion.LEN, channel);
    List<Expression.Argument> all = List.of(new Expression.Argument(variable, false));
    append(statements.assign(counter, new Expression.Number(span, 0), hidden), origin);
    graph.open();
    append(statements.compare(BinaryOperator.LESS, counter, length, hidden), origin);
    append(statements.receive(channel, false, false, all, scope), origin);
    append(statements.send(channel, false, List.of(variable), scope), origin);
    return loopRest(origin, statements.increment(counter, hidden), scope, body);
  }

  private void append(Statement statement, Origin origin) {
    graph.append(graph.statement(statement, origin));
  }

  private Prepared loopRest(Origin origin, Statement increment, Scope scope, Consumer<Scope> body) {
    FlowGraph.LoopExit exit = new FlowGraph.LoopExit();
    loops.push(exit);
    locals.startOfBody(false);
    body.accept(locals.open(scope));
    loops.pop();
    append(increment, origin);
    Sequence main = graph.close();
    graph.open();
    append(new Statement.Else(), origin);
    appendExit(origin, exit);
    return loop(origin.span(), List.of(main, graph.close()), exit, scope);
  }

  private void appendExit(Origin origin, FlowGraph.LoopExit exit) {
    graph.append(graph.jump(origin, () -> exit.element));
  }

  /** A choice where both bounds are constants and near, else a loop that may stop anywhere. */
  Prepared select(Range range, Scope scope) {
    SourceSpan span = range.span();
    Origin origin = origin(span);
    boolean constant =
        range.from() instanceof Expression.Number && range.to() instanceof Expression.Number;
    if (constant) {
      int from = ((Expression.Number) range.from()).value();
      int to = ((Expression.Number) range.to()).value();
      if (from > to) {
        diagnostics.error(span, "there is nothing between " + from + " and " + to);
      } else if (to - from <= LONGEST_CHOICE) {
        List<Sequence> options = new ArrayList<>();
        for (int value = from; value <= to; value++) {
          graph.open();
          Expression number = new Expression.Number(span, value);
          append(statements.assign(range.variable(), number, scope), origin);
          options.add(graph.close());
        }
        return choice(span, options, scope);
      }
    }
    append(statements.assign(range.variable(), range.from(), scope), origin);
    graph.open();
    append(statements.compare(BinaryOperator.LESS, range.variable(), range.to(), scope), origin);
    append(statements.increment(range.variable(), scope), origin);
    Sequence main = graph.close();
    FlowGraph.LoopExit exit = new FlowGraph.LoopExit();
    graph.open();
    appendExit(origin, exit);
    Sequence stop = graph.close();
    return loop(span, constant ? List.of(main, stop) : List.of(stop, main), exit, scope);
  }
}
