// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.ir.promela.PromelaExpr.BinaryOperator;
import dev.fencepost.ir.promela.PromelaExpr.ChannelQuestion;
import dev.fencepost.ir.promela.PromelaExpr.UnaryOperator;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.Operators;
import dev.fencepost.source.preprocess.Token;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads expressions. */
final class ExpressionParser {
  private static final Map<String, BinaryOperator> OPERATORS =
      Arrays.stream(BinaryOperator.values())
          .collect(Collectors.toMap(BinaryOperator::symbol, operator -> operator));

  /** Operators of one level make a high tree too. */
  private static final int HIGHEST = 1_200;

  private static final Set<String> PROBES = Set.of("len", "full", "empty", "nfull", "nempty");

  private final PromelaTokens cursor;
  private final Set<String> processes;
  private final boolean temporal;

  /** The height of the trees that were read since the last operand began. */
  private int height;

  /**
   * @param processes the names of all proctypes
   * @param temporal whether operators of temporal logic are meant
   */
  ExpressionParser(PromelaTokens cursor, Set<String> processes, boolean temporal) {
    this.cursor = cursor;
    this.processes = processes;
    this.temporal = temporal;
  }

  Expression parse() {
    int beside = height;
    Expression value = binary(1);
    height = Math.max(beside, height);
    return value;
  }

  /** The height of the tree above this part and the one that was read last. */
  private int above(int other) {
    int highest = Math.max(height, other) + 1;
    if (highest > HIGHEST) {
      throw cursor.tooMuch("this expression is too long", HIGHEST + " operators in a row");
    }
    return highest;
  }

  /** Goes on with an expression whose first operand has been read. */
  Expression parseAfter(Expression first) {
    height = 0;
    return binaryAfter(first, 1);
  }

  private Expression binary(int least) {
    return binaryAfter(unary(), least);
  }

  private Expression binaryAfter(Expression first, int least) {
    Expression left = first;
    int highest = height;
    while (true) {
      height = highest;
      Token operator = cursor.peek();
      Optional<TemporalParser.Infix> infix =
          temporal ? TemporalParser.infix(operator) : Optional.empty();
      int strength = infix.isPresent() ? infix.get().strength() : Operators.precedence(operator);
      if (strength < least) {
        return left;
      }
      cursor.next();
      Expression right = binary(strength + 1);
      highest = above(highest);
      SourceSpan span = PromelaTokens.join(left.span(), right.span());
      left =
          infix.isPresent()
              ? new Expression.Temporal(span, infix.get().operator(), List.of(left, right))
              : new Expression.Binary(
                  span, Objects.requireNonNull(OPERATORS.get(operator.text())), left, right);
    }
  }

  private Expression unary() {
    cursor.enter();
    height = 0;
    Expression value = unbounded();
    height = above(0);
    cursor.leave();
    return value;
  }

  private Expression unbounded() {
    Token token = cursor.peek();
    Optional<String> prefix = temporal ? TemporalParser.prefix(cursor) : Optional.empty();
    if (prefix.isPresent()) {
      Expression operand = unary();
      return new Expression.Temporal(
          PromelaTokens.join(token.span(), operand.span()), prefix.get(), List.of(operand));
    }
    if (token.is("!") || token.is("~") || token.is("-")) {
      cursor.next();
      Expression operand = unary();
      UnaryOperator operator =
          token.is("!")
              ? UnaryOperator.NOT
              : token.is("~") ? UnaryOperator.COMPLEMENT : UnaryOperator.NEGATE;
      return new Expression.Unary(
          PromelaTokens.join(token.span(), operand.span()), operator, operand);
    }
    return primary();
  }

  private Expression primary() {
    Token token = cursor.peek();
    if (token.kind() == Token.Kind.NUMBER) {
      boolean negated = cursor.previous().is("-");
      cursor.next();
      return new Expression.Number(token.span(), number(token, negated));
    }
    if (token.is("(")) {
      return parenthesised();
    }
    if (token.isIdentifier()) {
      return named(token);
    }
    throw cursor.fail(token.span(), "expected an expression, not " + token.describe());
  }

  /** The value of a number; of 2147483648 behind a minus it is the one whose negation is itself. */
  private int number(Token token, boolean negated) {
    if (!token.text().matches("[0-9]+")) {
      throw cursor.fail(token.span(), "'" + token.text() + "' is no number", "numbers are decimal");
    }
    try {
      return negated ? -Integer.parseInt("-" + token.text()) : Integer.parseInt(token.text());
    } catch (NumberFormatException e) {
      throw cursor.fail(
          token.span(),
          "the number " + token.text() + " is too large",
          "the largest is " + Integer.MAX_VALUE);
    }
  }

  private Expression parenthesised() {
    SourceSpan start = cursor.next().span();
    Expression inner = parse();
    if (cursor.is("->")) {
      cursor.next();
      Expression yes = parse();
      cursor.expect(":", "in a conditional expression");
      Expression no = parse();
      cursor.expect(")", "after a conditional expression");
      return new Expression.Conditional(cursor.since(start), inner, yes, no);
    }
    cursor.expect(")", "after the expression");
    return inner;
  }

  private Expression named(Token token) {
    String word = token.text();
    if (PROBES.contains(word)) {
      cursor.next();
      cursor.expect("(", "after '" + word + "'");
      Expression.Reference channel = reference();
      cursor.expect(")", "after the channel");
      ChannelQuestion question = ChannelQuestion.valueOf(word.toUpperCase(java.util.Locale.ROOT));
      return new Expression.ChannelTest(cursor.since(token.span()), question, channel);
    }
    return switch (word) {
      case "true", "skip" -> constant(1);
      case "false" -> constant(0);
      case "run" -> run();
      case "enabled" -> new Expression.Enabled(token.span(), inParentheses());
      case "pc_value" -> new Expression.PcValue(token.span(), inParentheses());
      case "timeout" -> new Expression.Timeout(cursor.next().span());
      case "np_" -> new Expression.NonProgress(cursor.next().span());
      case "get_priority", "set_priority" ->
          throw cursor.fail(token.span(), "process priorities are not supported: '" + word + "'");
      case "c_expr" ->
          throw cursor.fail(token.span(), "embedded C code is not supported: '" + word + "'");
      default -> processes.contains(word) && isRemote() ? remote() : poll(reference());
    };
  }

  private boolean isRemote() {
    return cursor.isNext("[") || cursor.isNext("@") || cursor.isNext(":");
  }

  private Expression constant(int value) {
    return new Expression.Number(cursor.next().span(), value);
  }

  private Expression inParentheses() {
    cursor.next();
    cursor.expect("(", "before the process");
    Expression inner = parse();
    cursor.expect(")", "after the process");
    return inner;
  }

  private Expression run() {
    SourceSpan start = cursor.next().span();
    String process = cursor.expectName("the name of a proctype").text();
    cursor.expect("(", "after the name of the proctype");
    List<Expression> arguments = new ArrayList<>();
    while (!cursor.is(")")) {
      arguments.add(parse());
      if (!cursor.accept(",")) {
        break;
      }
    }
    cursor.expect(")", "after the arguments");
    refusePriority();
    return new Expression.Run(cursor.since(start), process, arguments);
  }

  void refusePriority() {
    if (cursor.is("priority")) {
      throw cursor.fail(cursor.peek().span(), "process priorities are not supported: 'priority'");
    }
  }

  private Expression remote() {
    Token name = cursor.next();
    Optional<Expression> number = Optional.empty();
    if (cursor.accept("[")) {
      number = Optional.of(parse());
      cursor.expect("]", "after the number of the process");
    }
    if (cursor.accept("@")) {
      Token label = cursor.expectName("a label");
      return new Expression.AtLabel(cursor.since(name.span()), name.text(), number, label.text());
    }
    cursor.expect(":", "or '@' after the name of a process");
    Expression.Part part = part();
    return new Expression.Remote(cursor.since(name.span()), name.text(), number, part);
  }

  /** A reference, or where it is a channel that is asked for a message, that question. */
  Expression poll(Expression.Reference reference) {
    boolean poll = (cursor.is("?") || cursor.is("??")) && cursor.isNext("[");
    if (!poll) {
      return reference;
    }
    boolean anywhere = cursor.next().is("??");
    cursor.next();
    List<Expression.Argument> arguments = receiveArguments();
    cursor.expect("]", "after the arguments");
    SourceSpan span = cursor.since(reference.span());
    return new Expression.Poll(span, reference, anywhere, arguments);
  }

  Expression.Reference reference() {
    List<Expression.Part> parts = new ArrayList<>();
    SourceSpan start = cursor.peek().span();
    parts.add(part());
    while (cursor.accept(".")) {
      parts.add(part());
    }
    return new Expression.Reference(cursor.since(start), parts);
  }

  private Expression.Part part() {
    Token name = cursor.expectName("a name");
    boolean always = temporal && cursor.isNext("]");
    Optional<Expression> index = Optional.empty();
    if (!always && cursor.accept("[")) {
      index = Optional.of(parse());
      cursor.expect("]", "after the index");
    }
    return new Expression.Part(cursor.since(name.span()), name.text(), index);
  }

  /** The arguments of a receive: {@code a, b}, {@code a(b, c)}. */
  List<Expression.Argument> receiveArguments() {
    List<Expression.Argument> arguments = new ArrayList<>();
    cursor.enter();
    boolean more = true;
    while (more) {
      boolean grouped = cursor.accept("(");
      if (!grouped) {
        arguments.add(receiveArgument());
        more = cursor.accept(",");
        grouped = !more && !cursor.atNewLine() && cursor.accept("(");
      }
      if (grouped) {
        arguments.addAll(receiveArguments());
        cursor.expect(")", "after the arguments");
        more = false;
      }
    }
    cursor.leave();
    return arguments;
  }

  private Expression.Argument receiveArgument() {
    if (cursor.accept("eval")) {
      cursor.expect("(", "after 'eval'");
      Expression value = parse();
      cursor.expect(")", "after what 'eval' is given");
      return new Expression.Argument(value, true);
    }
    Token token = cursor.peek();
    if (token.kind() == Token.Kind.NUMBER || token.is("-")) {
      return new Expression.Argument(unary(), true);
    }
    if (token.is("true") || token.is("false") || token.is("skip")) {
      return new Expression.Argument(primary(), true);
    }
    return new Expression.Argument(reference(), false);
  }

  /** The arguments of a send: {@code a, b}, {@code a(b, c)}. */
  List<Expression> sendArguments() {
    cursor.enter();
    List<Expression> arguments = cursor.list(this::parse);
    if (!cursor.atNewLine() && cursor.accept("(")) {
      arguments.addAll(sendArguments());
      cursor.expect(")", "after the arguments");
    }
    cursor.leave();
    return arguments;
  }
}
