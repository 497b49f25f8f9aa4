// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Checks the bodies of functions. */
final class StatementChecker {
  private final CheckContext context;
  private final ExpressionChecker expressions;
  private final DeclarationChecker declarations;
  private final Deque<SwitchCases> switches = new ArrayDeque<>();
  private final Map<String, Landing> labels = new HashMap<>();
  private final List<Jump> jumps = new ArrayList<>();
  private int loops;

  /** How many expressions with statements are open. */
  private int expressionDepth;

  StatementChecker(
      CheckContext context, ExpressionChecker expressions, DeclarationChecker declarations) {
    this.context = context;
    this.expressions = expressions;
    this.declarations = declarations;
  }

  /** A goto, and the block that it stands in; gets the variables that it enters. */
  private record Jump(CStatement.Goto statement, CScope from, List<CVariable> entered) {}

  /** The cases that have been found of an open switch. */
  private static final class SwitchCases {
    final List<Checked.Case> cases = new ArrayList<>();
    final Set<CVariable> entered = new LinkedHashSet<>();
    final CScope around;
    final int depth;
    final Set<Long> values = new HashSet<>();
    final Type type;
    int marks;
    int otherwise = -1;

    SwitchCases(Type type, CScope around, int depth) {
      this.type = type;
      this.around = around;
      this.depth = depth;
    }
  }

  /** The body of the function that the context has entered; parameters are in scope. */
  Checked body(CStatement.Block block, Function function) {
    labels.clear();
    jumps.clear();
    Checked body = block(block);
    Set<String> unknown = new HashSet<>();
    for (Jump jump : jumps) {
      String label = jump.statement.label();
      Landing landing = labels.get(label);
      if (landing != null) {
        jump.entered.addAll(landing.enteredFrom(jump.from));
      } else if (unknown.add(label)) {
        context.error(
            jump.statement.span(), "'" + function.name() + "' has no label '" + label + "'");
      }
    }
    return body;
  }

  /** The statements of a block whose scope is open. */
  private Checked block(CStatement.Block block) {
    List<Checked> statements = all(block.statements());
    return new Checked.Block(statements, context.scope().passed());
  }

  /** Statements in an expression. */
  Typed value(CExpression.Statements inside) {
    List<CStatement> all = inside.block().statements();
    boolean valued = !all.isEmpty() && all.getLast() instanceof CStatement.Evaluate;
    context.openScope();
    expressionDepth++;
    List<Checked> before = all(valued ? all.subList(0, all.size() - 1) : all);
    Typed value =
        valued && all.getLast() instanceof CStatement.Evaluate last
            ? expressions.value(last.expression())
            : new Typed.Perform(new Typed.Operation.Nothing(List.of()), CTypes.VOID, inside.span());
    expressionDepth--;
    context.closeScope();
    return new Typed.Statements(before, value, value.type(), inside.span());
  }

  private List<Checked> all(List<CStatement> statements) {
    expressions.stated.find(statements);
    List<Checked> result = new ArrayList<>(statements.size());
    for (CStatement statement : statements) {
      result.add(check(statement));
    }
    return result;
  }

  private Checked check(CStatement statement) {
    return switch (statement) {
      case CStatement.Evaluate evaluate ->
          new Checked.Evaluate(
              expressions.value(evaluate.expression()), context.origin(evaluate.span()));
      case CStatement.Declare declare -> declare(declare);
      case CStatement.Block block -> {
        context.openScope();
        Checked checked = block(block);
        context.closeScope();
        yield checked;
      }
      case CStatement.If branch ->
          new Checked.If(
              expressions.condition(branch.condition()),
              check(branch.then()),
              branch.otherwise() == null ? Checked.NOTHING : check(branch.otherwise()),
              context.origin(branch.span()));
      case CStatement.While loop ->
          loop(expressions.condition(loop.condition()), loop.body(), true, loop.span());
      case CStatement.DoWhile loop ->
          loop(expressions.condition(loop.condition()), loop.body(), false, loop.span());
      case CStatement.For loop -> forLoop(loop);
      case CStatement.Switch choice -> choose(choice);
      case CStatement.Case mark -> caseMark(mark);
      case CStatement.Label label -> label(label);
      case CStatement.Attributed attributed ->
          new Checked.Attributed(attributed.attribute(), check(attributed.statement()));
      case CStatement.Goto jump -> {
        List<CVariable> entered = new ArrayList<>();
        jumps.add(new Jump(jump, context.scope(), entered));
        yield new Checked.Goto(jump.label(), entered, context.origin(jump.span()));
      }
      case CStatement.Break leave -> leave(leave);
      case CStatement.Continue again -> {
        if (loops == 0) {
          context.error(again.span(), "'continue' stands outside of a loop");
        }
        yield new Checked.Continue(context.origin(again.span()));
      }
      case CStatement.Return result -> result(result);
      case CStatement.Place place ->
          new Checked.Evaluate(
              new Typed.Perform(
                  new Typed.Operation.NamedFence(place.kind()), CTypes.VOID, place.span()),
              context.origin(place.span()));
      case CStatement.Empty empty -> Checked.NOTHING;
    };
  }

  private Checked label(CStatement.Label label) {
    if (expressionDepth > 0) {
      context.error(
          label.span(), "a label stands within an expression", "put it before the expression");
    }
    if (labels.put(label.name(), Landing.at(context.scope())) != null) {
      context.error(label.span(), "the label '" + label.name() + "' stands twice");
    }
    return new Checked.Label(label.name(), check(label.statement()));
  }

  private Checked leave(CStatement.Break leave) {
    if (loops == 0 && switches.isEmpty()) {
      context.error(leave.span(), "'break' stands outside of a loop or switch");
    }
    return new Checked.Break(context.origin(leave.span()));
  }

  private Checked declare(CStatement.Declare declare) {
    return switch (declare.declaration()) {
      case Declaration.Names names -> {
        List<Checked> values = declarations.names(names, context.origin(declare.span()));
        yield values.size() == 1 ? values.getFirst() : new Checked.Sequence(values);
      }
      case Declaration.StaticAssert assertion -> {
        declarations.staticAssert(assertion);
        yield Checked.NOTHING;
      }
      case Declaration.Function function -> Checked.NOTHING;
    };
  }

  private Checked loop(Typed condition, CStatement body, boolean testFirst, SourceSpan span) {
    return new Checked.Loop(
        condition, Checked.NOTHING, loopBody(body), testFirst, context.origin(span));
  }

  private Checked loopBody(CStatement body) {
    loops++;
    Checked checked = check(body);
    loops--;
    return checked;
  }

  private Checked forLoop(CStatement.For loop) {
    context.openScope();
    Checked start = loop.start() == null ? Checked.NOTHING : check(loop.start());
    Typed condition =
        loop.condition() == null
            ? new Typed.Constant(1, CTypes.INT, loop.span())
            : expressions.condition(loop.condition());
    Checked step =
        loop.step() == null
            ? Checked.NOTHING
            : new Checked.Evaluate(
                expressions.value(loop.step()), context.origin(loop.step().span()));
    SourceSpan place = loop.condition() == null ? loop.span() : loop.condition().span();
    Checked body = loopBody(loop.body());
    List<CVariable> passed = context.scope().passed();
    context.closeScope();
    return new Checked.Block(
        List.of(start, new Checked.Loop(condition, step, body, true, context.origin(place))),
        passed);
  }

  private Checked choose(CStatement.Switch choice) {
    Typed value = expressions.value(choice.value());
    Type type = CTypes.INT;
    if (value.type().unqualified() instanceof Type.IntegerType integer) {
      type = Conversions.promote(integer);
    } else if (!value.isError()) {
      context.error(value.span(), "a switch wants an integer, not '" + value.type() + "'");
    }
    SwitchCases cases = new SwitchCases(type, context.scope(), expressionDepth);
    switches.push(cases);
    Checked body = check(choice.body());
    switches.pop();
    return new Checked.Switch(
        Conversions.convert(value, type),
        cases.cases,
        cases.otherwise,
        body,
        List.copyOf(cases.entered),
        context.origin(choice.span()));
  }

  private Checked caseMark(CStatement.Case mark) {
    SwitchCases cases = switches.peek();
    if (cases == null) {
      context.error(mark.span(), "this case stands outside of a switch");
      return check(mark.statement());
    }
    if (expressionDepth > cases.depth) {
      context.error(
          mark.span(), "a case stands within an expression", "put it before the expression");
    }
    cases.entered.addAll(Landing.at(context.scope()).enteredFrom(cases.around));
    int number = cases.marks++;
    if (mark.value() == null) {
      if (cases.otherwise >= 0) {
        context.error(mark.span(), "this switch has two defaults");
      }
      cases.otherwise = number;
    } else {
      long value = expressions.constant(mark.value(), "the value of a case");
      long wrapped = cases.type.wrap(value);
      if (!cases.values.add(wrapped)) {
        context.error(mark.span(), "this switch has two cases " + wrapped);
      }
      cases.cases.add(new Checked.Case(wrapped, number));
    }
    return new Checked.Sequence(List.of(new Checked.CaseMark(number), check(mark.statement())));
  }

  private Checked result(CStatement.Return result) {
    Type type = Objects.requireNonNull(context.function()).type().result();
    if (expressionDepth > 0) {
      context.error(
          result.span(), "a return stands within an expression", "put it behind the expression");
    }
    Origin origin = context.origin(result.span());
    if (result.value() == null) {
      if (!type.isVoid()) {
        context.error(result.span(), "this return needs a value of type '" + type + "'");
      }
      return new Checked.Return(null, origin);
    }
    Typed value = expressions.valueFor(type, result.value());
    if (type.isVoid()) {
      if (!value.type().isVoid() && !value.isError()) {
        context.error(result.span(), "a void function returns no value");
      }
      return new Checked.Sequence(
          List.of(new Checked.Evaluate(value, origin), new Checked.Return(null, origin)));
    }
    return new Checked.Return(expressions.conversions.assign(value, type, "the result"), origin);
  }
}
