// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.frontend.promela.Element.Kind;
import dev.fencepost.frontend.promela.Element.Sequence;
import dev.fencepost.frontend.promela.FlowBuilder.Prepared;
import dev.fencepost.frontend.promela.FlowBuilder.Range;
import dev.fencepost.ir.promela.PromelaExpr.BinaryOperator;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads sequences of statements, which become elements as they are read. */
final class StatementParser {
  private static final int DEEPEST_INLINE = 100;

  private final PromelaTokens cursor;
  private final Names names;
  private final FlowBuilder flow;
  private final StatementLowering statements;
  private final ExpressionParser expressions;
  private final DeclarationParser declarations;
  private final int inlineDepth;

  /** What a {@code return} assigns to, in the body of an inline that is called for its value. */
  private final Optional<Expression.Reference> result;

  StatementParser(PromelaTokens cursor, Names names, FlowBuilder flow) {
    this(cursor, names, flow, 0, Optional.empty());
  }

  private StatementParser(
      PromelaTokens cursor,
      Names names,
      FlowBuilder flow,
      int inlineDepth,
      Optional<Expression.Reference> result) {
    this.cursor = cursor;
    this.names = names;
    this.flow = flow;
    this.inlineDepth = inlineDepth;
    this.result = result;
    statements = flow.statements();
    expressions = new ExpressionParser(cursor, names.processes(), false);
    declarations = new DeclarationParser(cursor, names);
  }

  /** The body of a process type or claim. */
  Sequence body(String where, Scope scope) {
    return flow.body(() -> braced(where, scope), () -> cursor.previous().span());
  }

  /** A sequence in braces. */
  private void braced(String where, Scope scope) {
    cursor.expect("{", where);
    sequence(scope);
    cursor.expect("}", "or ';' after the statement");
  }

  private void sequence(Scope scope) {
    boolean any = false;
    skipSeparators();
    while (!atEnd()) {
      boolean otherwise = cursor.is("else");
      step(scope);
      any = true;
      otherwise &= cursor.previous().is("else");
      boolean separated = skipSeparators();
      boolean optional = separated || cursor.previous().is("}") || cursor.atNewLine() || otherwise;
      if (!optional && !atEnd()) {
        throw cursor.fail(
            cursor.peek().span(), "expected ';' or '->' before " + cursor.peek().describe());
      }
    }
    if (!any || flow.lacksStatement()) {
      throw cursor.fail(
          cursor.peek().span(), "a sequence needs at least one statement", "write skip");
    }
  }

  private boolean skipSeparators() {
    boolean any = false;
    while (cursor.is(";") || cursor.is("->")) {
      cursor.next();
      any = true;
    }
    return any;
  }

  private boolean atEnd() {
    return cursor.is("}")
        || cursor.is("::")
        || cursor.is("fi")
        || cursor.is("od")
        || cursor.atEnd();
  }

  private void step(Scope scope) {
    SourceSpan start = cursor.peek().span();
    if (declarations.isHere()) {
      flow.declare(declarations.read(), scope);
      return;
    }
    if (cursor.is("xr") || cursor.is("xs")) {
      String word = cursor.next().text();
      cursor.list(expressions::reference).forEach(channel -> flow.promise(word, channel, scope));
      return;
    }
    Prepared statement = statement(scope);
    if (cursor.accept("unless")) {
      Prepared escape = statement(scope);
      statement = flow.unless(cursor.since(start), statement, escape);
    }
    flow.add(statement);
  }

  private Prepared statement(Scope scope) {
    return cursor.nested(() -> unbounded(scope));
  }

  private Prepared unbounded(Scope scope) {
    Token token = cursor.peek();
    SourceSpan start = token.span();
    if (!token.isIdentifier()) {
      return token.is("{") ? braces(start, Kind.BLOCK, "before a block", scope) : evaluate(scope);
    }
    if (Keywords.REFUSED.contains(token.text())) {
      throw cursor.fail(start, "embedded C code is not supported: '" + token.text() + "'");
    }
    return switch (token.text()) {
      case "if" -> flow.choice(start, options("fi", scope), scope);
      case "do" -> flow.loop(start, () -> options("od", scope), scope);
      case "for" -> forLoop(scope);
      case "select" -> select(scope);
      case "atomic" -> {
        cursor.next();
        yield braces(start, Kind.ATOMIC, "after 'atomic'", scope);
      }
      case "d_step" -> {
        cursor.next();
        yield braces(start, Kind.DETERMINISTIC, "after 'd_step'", scope);
      }
      case "break" -> flow.exit(cursor.next().span(), scope);
      case "else" -> flow.step(cursor.next().span(), new Statement.Else(), scope);
      case "goto" -> {
        cursor.next();
        String label = cursor.expectName("a label").text();
        yield flow.jump(cursor.since(start), label, scope);
      }
      case "assert" -> {
        cursor.next();
        Expression condition = expressions.parse();
        Statement check = new Statement.Assert(statements.expressions().lower(condition, scope));
        yield flow.step(cursor.since(start), check, scope);
      }
      case "printf", "printm" -> print(scope);
      case "return" -> returned(scope);
      default -> named(token, scope);
    };
  }

  private Prepared braces(SourceSpan span, Kind kind, String where, Scope scope) {
    return flow.braces(span, kind, scope, inside -> braced(where, inside));
  }

  private List<Sequence> options(String end, Scope scope) {
    cursor.next();
    List<Sequence> options = new ArrayList<>();
    while (cursor.accept("::")) {
      options.add(flow.option(() -> sequence(scope)));
    }
    if (options.isEmpty()) {
      throw cursor.fail(cursor.peek().span(), "expected '::', not " + cursor.peek().describe());
    }
    cursor.expect(end, "after the last option");
    return options;
  }

  private Prepared named(Token token, Scope scope) {
    boolean remote = names.processes().contains(token.text());
    if (cursor.isNext(":") && !remote && !Keywords.isReserved(token.text())) {
      return labelled(scope);
    }
    if (names.inlines().containsKey(token.text()) && cursor.isNext("(")) {
      return inline(names.inlines().get(token.text()), Optional.empty(), scope);
    }
    if (Keywords.isReserved(token.text()) || remote) {
      return evaluate(scope);
    }
    return afterReference(expressions.reference(), scope);
  }

  private Prepared labelled(Scope scope) {
    Token label = cursor.next();
    cursor.next();
    if (atEnd() || cursor.is(";") || cursor.is("->")) {
      return flow.step(label.span(), new Statement.Skip(), scope).label(label.text());
    }
    if (declarations.isHere()) {
      throw cursor.fail(label.span(), "a label cannot stand before a declaration");
    }
    return statement(scope).label(label.text());
  }

  private Prepared afterReference(Expression.Reference reference, Scope scope) {
    SourceSpan start = reference.span();
    Token token = cursor.peek();
    if (token.is("=")) {
      cursor.next();
      if (names.inlines().containsKey(cursor.peek().text()) && cursor.isNext("(")) {
        return inline(names.inlines().get(cursor.peek().text()), Optional.of(reference), scope);
      }
      return assign(start, reference, expressions.parse(), scope);
    }
    if (token.is("++") || token.is("--")) {
      cursor.next();
      BinaryOperator operator = token.is("++") ? BinaryOperator.ADD : BinaryOperator.SUBTRACT;
      Expression one = new Expression.Number(token.span(), 1);
      Expression value = new Expression.Binary(start, operator, reference, one);
      return assign(start, reference, value, scope);
    }
    if (token.is("!") || token.is("!!")) {
      cursor.next();
      List<Expression> values = expressions.sendArguments();
      Statement send = statements.send(reference, token.is("!!"), values, scope);
      return flow.step(cursor.since(start), send, scope);
    }
    if ((token.is("?") || token.is("??")) && !cursor.isNext("[")) {
      return receive(reference, scope);
    }
    Expression value = expressions.parseAfter(expressions.poll(reference));
    return flow.step(cursor.since(start), statements.condition(value, scope), scope);
  }

  private Prepared assign(
      SourceSpan start, Expression.Reference target, Expression value, Scope scope) {
    return flow.step(cursor.since(start), statements.assign(target, value, scope), scope);
  }

  private Prepared receive(Expression.Reference channel, Scope scope) {
    boolean anywhere = cursor.next().is("??");
    boolean keep = cursor.accept("<");
    List<Expression.Argument> arguments = expressions.receiveArguments();
    if (keep) {
      cursor.expect(">", "after the arguments");
    }
    Statement receive = statements.receive(channel, anywhere, keep, arguments, scope);
    return flow.step(cursor.since(channel.span()), receive, scope);
  }

  private Prepared evaluate(Scope scope) {
    SourceSpan start = cursor.peek().span();
    Statement condition = statements.condition(expressions.parse(), scope);
    return flow.step(cursor.since(start), condition, scope);
  }

  private Prepared print(Scope scope) {
    SourceSpan start = cursor.next().span();
    cursor.expect("(", "before what is printed");
    String format = "%e";
    List<Expression> values = new ArrayList<>();
    if (cursor.peek().kind() == Token.Kind.STRING) {
      format = cursor.next().text();
    } else {
      values.add(expressions.parse());
    }
    while (cursor.accept(",")) {
      values.add(expressions.parse());
    }
    cursor.expect(")", "after what is printed");
    Statement print = new Statement.Print(format, statements.expressions().values(values, scope));
    return flow.step(cursor.since(start), print, scope);
  }

  private Prepared forLoop(Scope scope) {
    SourceSpan start = cursor.next().span();
    cursor.expect("(", "after 'for'");
    Expression.Reference variable = expressions.reference();
    if (cursor.accept("in")) {
      Expression.Reference collection = expressions.reference();
      cursor.expect(")", "after what is looped over");
      return flow.over(cursor.since(start), variable, collection, scope, this::forBody);
    }
    cursor.expect(":", "or 'in' after the variable");
    return flow.range(range(start, variable), scope, this::forBody);
  }

  private Range range(SourceSpan start, Expression.Reference variable) {
    Expression from = expressions.parse();
    cursor.expect("..", "after the first value");
    Expression to = expressions.parse();
    cursor.expect(")", "after the last value");
    return new Range(cursor.since(start), variable, from, to);
  }

  private void forBody(Scope scope) {
    skipSeparators();
    braced("before the body of the loop", scope);
  }

  private Prepared select(Scope scope) {
    SourceSpan start = cursor.next().span();
    cursor.expect("(", "after 'select'");
    Expression.Reference variable = expressions.reference();
    cursor.expect(":", "after the variable");
    return flow.select(range(start, variable), scope);
  }

  /** As in SPIN, a return is an assignment and no jump. */
  private Prepared returned(Scope scope) {
    Token word = cursor.next();
    Expression value = expressions.parse();
    if (result.isEmpty()) {
      throw cursor.fail(
          word.span(),
          "'return' is for inlines that are called for their value",
          "call the inline as in 'x = name(...)'");
    }
    return assign(word.span(), result.get(), value, scope);
  }

  private Prepared inline(Inline inline, Optional<Expression.Reference> target, Scope scope) {
    Token name = cursor.next();
    cursor.expect("(", "after the name of an inline");
    List<List<Token>> arguments = Inline.arguments(cursor, name);
    if (inlineDepth == DEEPEST_INLINE) {
      throw cursor.fail(name.span(), "inlines call one another without end");
    }
    List<Token> body = inline.called(arguments, name, cursor.diagnostics());
    return new StatementParser(cursor.inside(body), names, flow, inlineDepth + 1, target)
        .braces(name.span(), Kind.BLOCK, "in an inline", scope);
  }
}
