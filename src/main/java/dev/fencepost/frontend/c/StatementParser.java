// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.Token;
import java.util.ArrayList;
import java.util.List;

/** Reads statements; after an error it goes on with the next one. */
final class StatementParser {
  private final TokenCursor cursor;
  private final Parser parser;

  StatementParser(TokenCursor cursor, Parser parser) {
    this.cursor = cursor;
    this.parser = parser;
  }

  Statement.Block block() {
    cursor.enter();
    SourceSpan start = cursor.expect("{", "to begin a block").span();
    cursor.openScope();
    List<Statement> statements = new ArrayList<>();
    while (!cursor.peek().is("}") && !cursor.atEnd()) {
      TokenCursor.Mark mark = cursor.mark();
      try {
        statements.add(statementOrDeclaration());
      } catch (TokenCursor.SyntaxError alreadyReported) {
        cursor.recover(mark);
      }
    }
    cursor.closeScope();
    if (cursor.atEnd()) {
      cursor.error(start, "this block is never closed", "add }");
    }
    cursor.accept("}");
    cursor.leave();
    return new Statement.Block(statements, cursor.previous().span());
  }

  private Statement statementOrDeclaration() {
    Token token = cursor.peek();
    boolean label = cursor.peek(1).is(":");
    if (token.is("_Static_assert") || cursor.isTypeStart(token) && !label) {
      Declaration declaration = parser.declarations().declaration(false);
      return new Statement.Declare(declaration, declaration.span());
    }
    return statement();
  }

  private Statement statement() {
    cursor.enter();
    Statement result = statementInside();
    cursor.leave();
    return result;
  }

  private Statement statementInside() {
    Token token = cursor.peek();
    if (token.isIdentifier() && cursor.peek(1).is(":") && !Keywords.isKeyword(token.text())) {
      cursor.next();
      cursor.next();
      return new Statement.Label(token.text(), labelled(), token.span());
    }
    if (token.is(Keywords.ATTRIBUTE)) {
      cursor.next();
      Token name = cursor.next();
      return new Statement.Attributed(name.text(), statementOrDeclaration(), name.span());
    }
    return switch (token.isIdentifier() || token.kind() == Token.Kind.PUNCTUATOR
        ? token.text()
        : "") {
      case "{" -> block();
      case ";" -> {
        cursor.next();
        yield new Statement.Empty(token.span());
      }
      case "if" -> ifStatement();
      case "while" -> whileStatement();
      case "do" -> doStatement();
      case "for" -> forStatement();
      case "switch" -> switchStatement();
      case "case", "default" -> caseStatement();
      case "goto" -> gotoStatement();
      case "break" -> {
        cursor.next();
        cursor.expect(";", "after 'break'");
        yield new Statement.Break(cursor.since(token.span()));
      }
      case "continue" -> {
        cursor.next();
        cursor.expect(";", "after 'continue'");
        yield new Statement.Continue(cursor.since(token.span()));
      }
      case "return" -> returnStatement();
      default -> evaluate();
    };
  }

  /** What follows a label; a label may also end a block. */
  private Statement labelled() {
    if (cursor.peek().is("}")) {
      return new Statement.Empty(cursor.peek().span());
    }
    return statementOrDeclaration();
  }

  private Statement evaluate() {
    int start = cursor.position();
    SourceSpan place = cursor.peek().span();
    if (cursor.isTypeStart(cursor.peek())) {
      throw cursor.fail(place, "a declaration cannot stand here", "put it into a block { }");
    }
    Token first = cursor.peek();
    boolean name = first.isIdentifier() && !Keywords.isKeyword(first.text());
    if (name && cursor.peek(1).isIdentifier() && !Keywords.isKeyword(cursor.peek(1).text())) {
      String hint = Intrinsics.typeHint(first.text());
      throw cursor.fail(place, "'" + first.text() + "' is no type", hint);
    }
    Expression expression = parser.expressions().expression();
    cursor.expect(";", "after the expression");
    return new Statement.Evaluate(expression, cursor.sinceAll(start));
  }

  private Expression condition(String word) {
    cursor.expect("(", "after '" + word + "'");
    Expression condition = parser.expressions().expression();
    cursor.expect(")", "after the condition");
    return condition;
  }

  private Statement ifStatement() {
    int start = cursor.position();
    cursor.next();
    Expression condition = condition("if");
    SourceSpan head = cursor.sinceAll(start);
    Statement then = statement();
    Statement otherwise = cursor.accept("else") ? statement() : null;
    return new Statement.If(condition, then, otherwise, head);
  }

  private Statement whileStatement() {
    int start = cursor.position();
    cursor.next();
    Expression condition = condition("while");
    SourceSpan head = cursor.sinceAll(start);
    return new Statement.While(condition, statement(), head);
  }

  private Statement doStatement() {
    cursor.next();
    Statement body = statement();
    int start = cursor.position();
    cursor.expect("while", "after the body of 'do'");
    Expression condition = condition("while");
    SourceSpan head = cursor.sinceAll(start);
    cursor.expect(";", "after 'do ... while'");
    return new Statement.DoWhile(body, condition, head);
  }

  private Statement forStatement() {
    int start = cursor.position();
    cursor.next();
    cursor.expect("(", "after 'for'");
    cursor.openScope();
    Statement first = cursor.accept(";") ? null : statementOrDeclaration();
    Expression condition = cursor.peek().is(";") ? null : parser.expressions().expression();
    cursor.expect(";", "after the condition of 'for'");
    Expression step = cursor.peek().is(")") ? null : parser.expressions().expression();
    cursor.expect(")", "after the head of 'for'");
    SourceSpan head = cursor.sinceAll(start);
    Statement body = statement();
    cursor.closeScope();
    return new Statement.For(first, condition, step, body, head);
  }

  private Statement switchStatement() {
    int start = cursor.position();
    cursor.next();
    Expression value = condition("switch");
    SourceSpan head = cursor.sinceAll(start);
    return new Statement.Switch(value, statement(), head);
  }

  private Statement caseStatement() {
    Token word = cursor.next();
    Expression value = word.is("default") ? null : parser.expressions().conditional();
    if (cursor.peek().is("...")) {
      throw cursor.fail(cursor.peek().span(), "case ranges are not supported", "list the cases");
    }
    cursor.expect(":", "after the case");
    SourceSpan span = cursor.since(word.span());
    return new Statement.Case(value, labelled(), span);
  }

  private Statement gotoStatement() {
    int start = cursor.position();
    cursor.next();
    String label = cursor.expectIdentifier("a label").text();
    cursor.expect(";", "after 'goto'");
    return new Statement.Goto(label, cursor.sinceAll(start));
  }

  private Statement returnStatement() {
    int start = cursor.position();
    cursor.next();
    Expression value = cursor.peek().is(";") ? null : parser.expressions().expression();
    cursor.expect(";", "after 'return'");
    return new Statement.Return(value, cursor.sinceAll(start));
  }
}
