// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.CharacterText;
import dev.fencepost.source.preprocess.NumberLiteral;
import dev.fencepost.source.preprocess.Operators;
import dev.fencepost.source.preprocess.Token;
import java.util.List;

/** Reads expressions. */
record CExpressionParser(CTokens cursor, CParser parser) {

  CExpression expression() {
    CExpression left = assignment();
    for (int operators = 1; cursor.accept(","); operators++) {
      cursor.checkChain(operators);
      CExpression right = assignment();
      left = new CExpression.Comma(left, right, Token.cover(left.span(), right.span()));
    }
    return left;
  }

  CExpression assignment() {
    cursor.enter();
    CExpression left = conditional();
    Token operator = cursor.peek();
    if (operator.kind() == Token.Kind.PUNCTUATOR && isAssignment(operator.text())) {
      cursor.next();
      CExpression value = assignment();
      SourceSpan span = Token.cover(left.span(), value.span());
      left = new CExpression.Assignment(operator.text(), left, value, span);
    }
    cursor.leave();
    return left;
  }

  CExpression conditional() {
    CExpression condition = binary(1);
    if (!cursor.accept("?")) {
      return condition;
    }
    cursor.enter();
    CExpression whenTrue = expression();
    cursor.expect(":", "in the conditional expression");
    CExpression whenFalse = conditional();
    cursor.leave();
    SourceSpan span = Token.cover(condition.span(), whenFalse.span());
    return new CExpression.Conditional(condition, whenTrue, whenFalse, span);
  }

  private CExpression binary(int least) {
    CExpression left = unary();
    int operators = 0;
    while (true) {
      Token operator = cursor.peek();
      int precedence = Operators.precedence(operator);
      if (precedence == 0 || precedence < least) {
        return left;
      }
      cursor.checkChain(++operators);
      cursor.next();
      CExpression right = binary(precedence + 1);
      SourceSpan span = Token.cover(left.span(), right.span());
      left = new CExpression.Binary(operator.text(), left, right, span);
    }
  }

  private CExpression unary() {
    return cursor.nested(this::unaryInside);
  }

  private CExpression unaryInside() {
    Token token = cursor.peek();
    return switch (token.kind() == Token.Kind.PUNCTUATOR || token.is("sizeof")
        ? token.text()
        : "") {
      case "++", "--" -> {
        cursor.next();
        CExpression operand = unary();
        boolean up = token.text().equals("++");
        yield new CExpression.Increment(up, true, operand, cursor.since(token.span()));
      }
      case "+", "-", "!", "~", "*", "&" -> {
        cursor.next();
        CExpression operand = unary();
        yield new CExpression.Unary(token.text(), operand, cursor.since(token.span()));
      }
      case "sizeof" -> sizeof();
      case "(" -> cursor.isTypeStart(cursor.peek(1)) ? cast(token) : postfix(primary());
      default -> postfix(primary());
    };
  }

  private CExpression sizeof() {
    Token word = cursor.next();
    if (!cursor.is("(") || !cursor.isTypeStart(cursor.peek(1))) {
      CExpression operand = unary();
      return new CExpression.SizeofValue(operand, cursor.since(word.span()));
    }
    cursor.next();
    TypeName type = parser.declarations.typeName();
    cursor.expect(")", "after the type");
    return new CExpression.SizeofType(type, cursor.since(word.span()));
  }

  private CExpression cast(Token open) {
    cursor.next();
    TypeName type = parser.declarations.typeName();
    cursor.expect(")", "after the type");
    if (cursor.is("{")) {
      CExpression.Braces value = parser.declarations.braces();
      return postfix(new CExpression.Literal(type, value, cursor.since(open.span())));
    }
    CExpression operand = unary();
    return new CExpression.Cast(type, operand, cursor.since(open.span()));
  }

  private CExpression postfix(CExpression first) {
    CExpression result = first;
    for (int operators = 1; ; operators++) {
      cursor.checkChain(operators);
      Token token = cursor.peek();
      switch (token.kind() == Token.Kind.PUNCTUATOR ? token.text() : "") {
        case "(" -> {
          cursor.next();
          List<CExpression> arguments = arguments();
          result = new CExpression.Call(result, arguments, cursor.since(result.span()));
        }
        case "[" -> {
          cursor.next();
          CExpression index = expression();
          cursor.expect("]", "after the index");
          result = new CExpression.Subscript(result, index, cursor.since(result.span()));
        }
        case ".", "->" -> {
          cursor.next();
          String field = cursor.expectName("the name of a field").text();
          boolean arrow = token.text().equals("->");
          result = new CExpression.Member(result, arrow, field, cursor.since(result.span()));
        }
        case "++", "--" -> {
          cursor.next();
          boolean up = token.text().equals("++");
          result = new CExpression.Increment(up, false, result, cursor.since(result.span()));
        }
        default -> {
          return result;
        }
      }
    }
  }

  private List<CExpression> arguments() {
    if (cursor.accept(")")) {
      return List.of();
    }
    List<CExpression> arguments = cursor.list(this::assignment);
    cursor.expect(")", "after the arguments");
    return arguments;
  }

  private CExpression primary() {
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
          throw cursor.fail(token.span(), what);
        }
        cursor.next();
        if (cursor.is("{")) {
          CStatement.Block block = parser.statements.valueBlock();
          cursor.expect(")", "after the statements");
          yield new CExpression.Statements(block, cursor.since(token.span()));
        }
        CExpression inner = expression();
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

  private CExpression number() {
    Token token = cursor.next();
    NumberLiteral literal = NumberLiteral.parse(token.text());
    if (literal.problem() != null) {
      cursor.error(token.span(), literal.problem());
    }
    return new CExpression.IntegerConstant(literal, token.span());
  }

  private CExpression character() {
    Token token = cursor.next();
    if (CharacterText.value(token.text()).isEmpty()) {
      cursor.error(token.span(), token.text() + " is not one character");
    }
    return new CExpression.CharacterConstant(
        CharacterText.value(token.text()).orElse(0), token.span());
  }

  /** One or more literals, which C joins. */
  CExpression.Text text() {
    Token first = cursor.peek();
    StringBuilder text = new StringBuilder();
    boolean bytes = true;
    while (cursor.peek().kind() == Token.Kind.STRING) {
      Token token = cursor.next();
      bytes &= CharacterText.isAscii(token.text());
      String content = CharacterText.unquote(token.text());
      if (content == null) {
        cursor.error(token.span(), "this text has an unknown escape");
      } else {
        text.append(content);
      }
    }
    return new CExpression.Text(text.toString(), bytes, cursor.since(first.span()));
  }

  private static boolean isWidePrefix(Token token, Token next) {
    boolean quoted = next.kind() == Token.Kind.STRING || next.kind() == Token.Kind.CHARACTER;
    return quoted && !next.space() && List.of("L", "u", "U", "u8").contains(token.text());
  }

  private CExpression name() {
    Token token = cursor.peek();
    if (isWidePrefix(token, cursor.peek(1))) {
      throw cursor.fail(token.span(), "wide literals are not supported", "leave the prefix away");
    }
    String hint = CKeywords.unsupported(token.text());
    if (hint != null) {
      throw cursor.fail(token.span(), "'" + token.text() + "' is not supported", hint);
    }
    cursor.expectName("an expression");
    return new CExpression.Name(token.text(), token.span());
  }
}
