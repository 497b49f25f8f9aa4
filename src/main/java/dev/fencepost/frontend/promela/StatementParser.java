// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.ir.promela.PromelaExpr.BinaryOperator;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads sequences of statements. */
final class StatementParser {
  private static final int DEEPEST_INLINE = 100;

  private final PromelaTokens cursor;
  private final Names names;
  private final ExpressionParser expressions;
  private final DeclarationParser declarations;
  private final int inlineDepth;

  /** What a {@code return} assigns to, in the body of an inline that is called for its value. */
  private final Optional<Expression.Reference> result;

  StatementParser(PromelaTokens cursor, Names names) {
    this(cursor, names, 0, Optional.empty());
  }

  private StatementParser(
      PromelaTokens cursor, Names names, int inlineDepth, Optional<Expression.Reference> result) {
    this.cursor = cursor;
    this.names = names;
    this.inlineDepth = inlineDepth;
    this.result = result;
    expressions = new ExpressionParser(cursor, names.processes(), false);
    declarations = new DeclarationParser(cursor, names);
  }

  /** A sequence in braces. */
  List<Step> braced(String where) {
    cursor.expect("{", where);
    List<Step> steps = sequence();
    cursor.expect("}", "or ';' after the statement");
    return steps;
  }

  private List<Step> sequence() {
    List<Step> steps = new ArrayList<>();
    skipSeparators();
    while (!atEnd()) {
      steps.add(step());
      boolean separated = skipSeparators();
      boolean optional =
          separated
              || cursor.previous().is("}")
              || cursor.atNewLine()
              || steps.getLast() instanceof Step.Else;
      if (!optional && !atEnd()) {
        throw cursor.fail(
            cursor.peek().span(), "expected ';' or '->' before " + cursor.peek().describe());
      }
    }
    if (steps.stream().allMatch(step -> step instanceof Step.Declare)) {
      throw cursor.fail(
          cursor.peek().span(), "a sequence needs at least one statement", "write skip");
    }
    return steps;
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

  private Step step() {
    SourceSpan start = cursor.peek().span();
    if (declarations.isHere()) {
      Step.Declaration declaration = declarations.read();
      return new Step.Declare(declaration.span(), declaration);
    }
    if (cursor.is("xr") || cursor.is("xs")) {
      cursor.next();
      List<Expression.Reference> channels = cursor.list(expressions::reference);
      return new Step.Exclusive(cursor.since(start), channels);
    }
    Step step = statement();
    if (cursor.accept("unless")) {
      Step escape = statement();
      return new Step.Unless(cursor.since(start), step, escape);
    }
    return step;
  }

  private Step statement() {
    return cursor.nested(this::unbounded);
  }

  private Step unbounded() {
    Token token = cursor.peek();
    SourceSpan start = token.span();
    if (!token.isIdentifier()) {
      return token.is("{") ? block() : evaluate();
    }
    if (Keywords.REFUSED.contains(token.text())) {
      throw cursor.fail(start, "embedded C code is not supported: '" + token.text() + "'");
    }
    return switch (token.text()) {
      case "if" -> new Step.If(start, options("fi"));
      case "do" -> new Step.Do(start, options("od"));
      case "for" -> forLoop();
      case "select" -> select();
      case "atomic" -> {
        cursor.next();
        yield new Step.Atomic(start, braced("after 'atomic'"));
      }
      case "d_step" -> {
        cursor.next();
        yield new Step.Deterministic(start, braced("after 'd_step'"));
      }
      case "break" -> new Step.Break(cursor.next().span());
      case "else" -> new Step.Else(cursor.next().span());
      case "goto" -> {
        cursor.next();
        String label = cursor.expectName("a label").text();
        yield new Step.Goto(cursor.since(start), label);
      }
      case "assert" -> {
        cursor.next();
        Expression condition = expressions.parse();
        yield new Step.Assert(cursor.since(start), condition);
      }
      case "printf", "printm" -> print();
      case "return" -> returned();
      default -> named(token);
    };
  }

  private Step block() {
    SourceSpan start = cursor.peek().span();
    return new Step.Block(start, braced("before a block"));
  }

  private List<List<Step>> options(String end) {
    cursor.next();
    List<List<Step>> options = new ArrayList<>();
    while (cursor.accept("::")) {
      options.add(sequence());
    }
    if (options.isEmpty()) {
      throw cursor.fail(cursor.peek().span(), "expected '::', not " + cursor.peek().describe());
    }
    cursor.expect(end, "after the last option");
    return options;
  }

  private Step named(Token token) {
    boolean remote = names.processes().contains(token.text());
    if (cursor.isNext(":") && !remote && !Keywords.isReserved(token.text())) {
      return labelled();
    }
    if (names.inlines().containsKey(token.text()) && cursor.isNext("(")) {
      return inline(names.inlines().get(token.text()), Optional.empty());
    }
    if (Keywords.isReserved(token.text()) || remote) {
      return evaluate();
    }
    Expression.Reference reference = expressions.reference();
    return afterReference(reference);
  }

  private Step labelled() {
    Token label = cursor.next();
    cursor.next();
    if (atEnd() || cursor.is(";") || cursor.is("->")) {
      Expression one = new Expression.Number(label.span(), 1);
      Step skip = new Step.Evaluate(label.span(), one);
      return new Step.Labelled(label.span(), label.text(), skip);
    }
    if (declarations.isHere()) {
      throw cursor.fail(label.span(), "a label cannot stand before a declaration");
    }
    Step step = statement();
    return new Step.Labelled(cursor.since(label.span()), label.text(), step);
  }

  private Step afterReference(Expression.Reference reference) {
    SourceSpan start = reference.span();
    Token token = cursor.peek();
    if (token.is("=")) {
      cursor.next();
      if (names.inlines().containsKey(cursor.peek().text()) && cursor.isNext("(")) {
        return inline(names.inlines().get(cursor.peek().text()), Optional.of(reference));
      }
      Expression value = expressions.parse();
      return new Step.Assign(cursor.since(start), reference, value);
    }
    if (token.is("++") || token.is("--")) {
      cursor.next();
      BinaryOperator operator = token.is("++") ? BinaryOperator.ADD : BinaryOperator.SUBTRACT;
      Expression one = new Expression.Number(token.span(), 1);
      Expression value = new Expression.Binary(start, operator, reference, one);
      return new Step.Assign(cursor.since(start), reference, value);
    }
    if (token.is("!") || token.is("!!")) {
      cursor.next();
      List<Expression> values = expressions.sendArguments();
      return new Step.Send(cursor.since(start), reference, token.is("!!"), values);
    }
    if ((token.is("?") || token.is("??")) && !cursor.isNext("[")) {
      return receive(reference);
    }
    Expression value = expressions.parseAfter(expressions.poll(reference));
    return new Step.Evaluate(cursor.since(start), value);
  }

  private Step receive(Expression.Reference channel) {
    boolean anywhere = cursor.next().is("??");
    boolean keep = cursor.accept("<");
    List<Expression.Argument> arguments = expressions.receiveArguments();
    if (keep) {
      cursor.expect(">", "after the arguments");
    }
    return new Step.Receive(cursor.since(channel.span()), channel, anywhere, keep, arguments);
  }

  private Step evaluate() {
    SourceSpan start = cursor.peek().span();
    Expression value = expressions.parse();
    return new Step.Evaluate(cursor.since(start), value);
  }

  private Step print() {
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
    return new Step.Print(cursor.since(start), format, values);
  }

  private Step forLoop() {
    SourceSpan start = cursor.next().span();
    cursor.expect("(", "after 'for'");
    Expression.Reference variable = expressions.reference();
    if (cursor.accept("in")) {
      Expression.Reference collection = expressions.reference();
      cursor.expect(")", "after what is looped over");
      SourceSpan head = cursor.since(start);
      return new Step.ForIn(head, variable, collection, forBody());
    }
    cursor.expect(":", "or 'in' after the variable");
    Expression from = expressions.parse();
    cursor.expect("..", "after the first value");
    Expression to = expressions.parse();
    cursor.expect(")", "after the last value");
    SourceSpan head = cursor.since(start);
    return new Step.For(head, variable, from, to, forBody());
  }

  private List<Step> forBody() {
    skipSeparators();
    return braced("before the body of the loop");
  }

  private Step select() {
    SourceSpan start = cursor.next().span();
    cursor.expect("(", "after 'select'");
    Expression.Reference variable = expressions.reference();
    cursor.expect(":", "after the variable");
    Expression from = expressions.parse();
    cursor.expect("..", "after the first value");
    Expression to = expressions.parse();
    cursor.expect(")", "after the last value");
    return new Step.Select(cursor.since(start), variable, from, to);
  }

  /** As in SPIN, a return is an assignment and no jump. */
  private Step returned() {
    Token word = cursor.next();
    Expression value = expressions.parse();
    if (result.isEmpty()) {
      throw cursor.fail(
          word.span(),
          "'return' is for inlines that are called for their value",
          "call the inline as in 'x = name(...)'");
    }
    return new Step.Assign(cursor.since(word.span()), result.get(), value);
  }

  private Step inline(Inline inline, Optional<Expression.Reference> target) {
    Token name = cursor.next();
    cursor.expect("(", "after the name of an inline");
    List<List<Token>> arguments = Inline.arguments(cursor, name);
    if (inlineDepth == DEEPEST_INLINE) {
      throw cursor.fail(name.span(), "inlines call one another without end");
    }
    List<Token> body = inline.called(arguments, name, cursor.diagnostics());
    StatementParser parser =
        new StatementParser(cursor.inside(body), names, inlineDepth + 1, target);
    return new Step.Block(name.span(), parser.braced("in an inline"));
  }
}
