// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.CharacterText;
import dev.fencepost.source.preprocess.NumberLiteral;
import dev.fencepost.source.preprocess.Operators;
import dev.fencepost.source.preprocess.Token;
import java.util.ArrayList;
import java.util.List;

/** Reads expressions. */
final class ExpressionParser {
  private final TokenCursor cursor;
  private final Parser parser;

  ExpressionParser(TokenCursor cursor, Parser parser) {
    this.cursor = cursor;
    this.parser = parser;
  }

  Expression expression() {
    Expression left = assignment();
    for (int operators = 1; cursor.accept(","); operators++) {
      cursor.checkChain(operators);
      Expression right = assignment();
      left = new Expression.Comma(left, right, Token.cover(left.span(), right.span()));
    }
    return left;
  }

  Expression assignment() {
    cursor.enter();
    Expression left = conditional();
    Token operator = cursor.peek();
    if (operator.kind() == Token.Kind.PUNCTUATOR && isAssignment(operator.text())) {
      cursor.next();
      Expression value = assignment();
      SourceSpan span = Token.cover(left.span(), value.span());
      left = new Expression.Assignment(operator.text(), left, value, span);
    }
    cursor.leave();
    return left;
  }

  Expression conditional() {
    Expression condition = binary(1);
    if (!cursor.accept("?")) {
      return condition;
    }
    cursor.enter();
    Expression whenTrue = expression();
    cursor.expect(":", "in the conditional expression");
    Expression whenFalse = conditional();
    cursor.leave();
    SourceSpan span = Token.cover(condition.span(), whenFalse.span());
    return new Expression.Conditional(condition, whenTrue, whenFalse, span);
  }

  private Expression binary(int least) {
    Expression left = unary();
    int operators = 0;
    while (true) {
      Token operator = cursor.peek();
      int precedence =
          operator.kind() == Token.Kind.PUNCTUATOR ? Operators.precedence(operator.text()) : 0;
      if (precedence == 0 || precedence < least) {
        return left;
      }
      cursor.checkChain(++operators);
      cursor.next();
      Expression right = binary(precedence + 1);
      SourceSpan span = Token.cover(left.span(), right.span());
      left = new Expression.Binary(operator.text(), left, right, span);
    }
  }

  private Expression unary() {
    cursor.enter();
    Expression result = unaryInside();
    cursor.leave();
    return result;
  }

  private Expression unaryInside() {
    Token token = cursor.peek();
    return switch (token.kind() == Token.Kind.PUNCTUATOR || token.is("sizeof")
        ? token.text()
        : "") {
      case "++", "--" -> {
        cursor.next();
        Expression operand = unary();
        boolean up = token.text().equals("++");
        yield new Expression.Increment(up, true, operand, cursor.since(token.span()));
      }
      case "+", "-", "!", "~", "*", "&" -> {
        cursor.next();
        Expression operand = unary();
        yield new Expression.Unary(token.text(), operand, cursor.since(token.span()));
      }
      case "sizeof" -> sizeof();
      case "(" -> cursor.isTypeStart(cursor.peek(1)) ? cast(token) : postfix(primary());
      default -> postfix(primary());
    };
  }

  private Expression sizeof() {
    Token word = cursor.next();
    if (!cursor.peek().is("(") || !cursor.isTypeStart(cursor.peek(1))) {
      Expression operand = unary();
      return new Expression.SizeofValue(operand, cursor.since(word.span()));
    }
    cursor.next();
    TypeName type = parser.declarations().typeName();
    cursor.expect(")", "after the type");
    return new Expression.SizeofType(type, cursor.since(word.span()));
  }

  private Expression cast(Token open) {
    cursor.next();
    TypeName type = parser.declarations().typeName();
    cursor.expect(")", "after the type");
    if (cursor.peek().is("{")) {
      throw cursor.fail(
          cursor.since(open.span()),
          "compound literals are not supported",
          "declare a variable and use it instead");
    }
    Expression operand = unary();
    return new Expression.Cast(type, operand, cursor.since(open.span()));
  }

  private Expression postfix(Expression first) {
    Expression result = first;
    for (int operators = 1; ; operators++) {
      cursor.checkChain(operators);
      Token token = cursor.peek();
      switch (token.kind() == Token.Kind.PUNCTUATOR ? token.text() : "") {
        case "(" -> {
          cursor.next();
          List<Expression> arguments = arguments();
          result = new Expression.Call(result, arguments, cursor.since(result.span()));
        }
        case "[" -> {
          cursor.next();
          Expression index = expression();
          cursor.expect("]", "after the index");
          result = new Expression.Subscript(result, index, cursor.since(result.span()));
        }
        case ".", "->" -> {
          cursor.next();
          String field = cursor.expectIdentifier("the name of a field").text();
          boolean arrow = token.text().equals("->");
          result = new Expression.Member(result, arrow, field, cursor.since(result.span()));
        }
        case "++", "--" -> {
          cursor.next();
          boolean up = token.text().equals("++");
          result = new Expression.Increment(up, false, result, cursor.since(result.span()));
        }
        default -> {
          return result;
        }
      }
    }
  }

  private List<Expression> arguments() {
    List<Expression> arguments = new ArrayList<>();
    if (cursor.accept(")")) {
      return arguments;
    }
    do {
      arguments.add(assignment());
    } while (cursor.accept(","));
    cursor.expect(")", "after the arguments");
    return arguments;
  }

  private Expression primary() {
    Token token = cursor.peek();
    return switch (token.kind()) {
      case NUMBER -> number();
      case CHARACTER -> character();
      case STRING -> text();
      case IDENTIFIER -> name();
      case PUNCTUATOR, OTHER, END -> {
        if (!token.is("(")) {
          String what =
              token.kind() == Token.Kind.OTHER && token.text().length() > 1
                  ? "this text is never closed"
                  : "expected an expression, not " + token.describe();
          throw cursor.fail(token.span(), what, "");
        }
        cursor.next();
        if (cursor.peek().is("{")) {
          throw cursor.fail(
              token.span(), "statements in expressions are not supported", "call a function");
        }
        Expression inner = expression();
        cursor.expect(")", "after the expression");
        yield inner;
      }
    };
  }

  private static boolean isAssignment(String operator) {
    return switch (operator) {
      case "=", "*=", "/=", "%=", "+=", "-=", "<<=", ">>=", "&=", "^=", "|=" -> true;
      default -> false;
    };
  }

  private Expression number() {
    Token token = cursor.next();
    NumberLiteral literal = NumberLiteral.parse(token.text());
    if (literal.problem() != null) {
      cursor.error(token.span(), literal.problem(), "");
    }
    return new Expression.IntegerConstant(literal, token.span());
  }

  private Expression character() {
    Token token = cursor.next();
    if (CharacterText.value(token.text()).isEmpty()) {
      cursor.error(token.span(), token.text() + " is not one character", "");
    }
    return new Expression.CharacterConstant(
        CharacterText.value(token.text()).orElse(0), token.span());
  }

  /** One or more literals, which C joins. */
  Expression.Text text() {
    Token first = cursor.peek();
    StringBuilder text = new StringBuilder();
    while (cursor.peek().kind() == Token.Kind.STRING) {
      Token token = cursor.next();
      String content = CharacterText.unquote(token.text());
      if (content == null) {
        cursor.error(token.span(), "this text has an unknown escape", "");
      } else {
        text.append(content);
      }
    }
    return new Expression.Text(text.toString(), cursor.since(first.span()));
  }

  private static boolean isWidePrefix(Token token, Token next) {
    boolean quoted = next.kind() == Token.Kind.STRING || next.kind() == Token.Kind.CHARACTER;
    return quoted && !next.space() && List.of("L", "u", "U", "u8").contains(token.text());
  }

  private Expression name() {
    Token token = cursor.peek();
    if (isWidePrefix(token, cursor.peek(1))) {
      throw cursor.fail(token.span(), "wide literals are not supported", "leave the prefix away");
    }
    String hint = Keywords.unsupported(token.text());
    if (hint != null) {
      throw cursor.fail(token.span(), "'" + token.text() + "' is not supported", hint);
    }
    cursor.expectIdentifier("an expression");
    return new Expression.Name(token.text(), token.span());
  }
}
