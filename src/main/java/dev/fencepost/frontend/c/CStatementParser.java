// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.Token;
import java.util.ArrayList;
import java.util.List;

/** Reads statements; after an error it goes on with the next one. */
record CStatementParser(CTokens cursor, CParser parser) {

  CStatement.Block block() {
    cursor.enter();
    SourceSpan start = cursor.expect("{", "to begin a block").span();
    cursor.openScope();
    List<CStatement> statements = new ArrayList<>();
    while (!cursor.is("}") && !cursor.atEnd()) {
      CTokens.Mark mark = cursor.mark();
      try {
        statements.add(statementOrDeclaration());
      } catch (Diagnostics.Abort alreadyReported) {
        cursor.recover(mark);
      }
    }
    cursor.closeScope();
    if (cursor.atEnd()) {
      cursor.diagnostics().error(start, "this block is never closed", "add }");
    }
    cursor.accept("}");
    cursor.leave();
    return new CStatement.Block(statements, cursor.previous().span());
  }

  private CStatement statementOrDeclaration() {
    Token token = cursor.peek();
    boolean label = cursor.isNext(":");
    if (token.is("_Static_assert") || cursor.isTypeStart(token) && !label) {
      Declaration declaration = parser.declarations.declaration(false);
      return new CStatement.Declare(declaration, declaration.span());
    }
    return statement();
  }

  private CStatement statement() {
    return cursor.nested(this::statementInside);
  }

  private CStatement statementInside() {
    Token token = cursor.peek();
    if (token.isIdentifier() && cursor.isNext(":") && !CKeywords.isKeyword(token.text())) {
      cursor.next();
      cursor.next();
      return new CStatement.Label(token.text(), labelled(), token.span());
    }
    if (token.is(CKeywords.ATTRIBUTE)) {
      cursor.next();
      Token name = cursor.next();
      return new CStatement.Attributed(name.text(), statementOrDeclaration(), name.span());
    }
    return switch (token.isIdentifier() || token.kind() == Token.Kind.PUNCTUATOR
        ? token.text()
        : "") {
      case "{" -> block();
      case ";" -> {
        cursor.next();
        yield new CStatement.Empty(token.span());
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
        yield new CStatement.Break(cursor.since(token.span()));
      }
      case "continue" -> {
        cursor.next();
        cursor.expect(";", "after 'continue'");
        yield new CStatement.Continue(cursor.since(token.span()));
      }
      case "return" -> returnStatement();
      default -> evaluate();
    };
  }

  /** What follows a label; a label may also end a block. */
  private CStatement labelled() {
    if (cursor.is("}")) {
      return new CStatement.Empty(cursor.peek().span());
    }
    return statementOrDeclaration();
  }

  private CStatement evaluate() {
    int start = cursor.position();
    SourceSpan place = cursor.peek().span();
    if (cursor.isTypeStart(cursor.peek())) {
      throw cursor.fail(place, "a declaration cannot stand here", "put it into a block { }");
    }
    Token first = cursor.peek();
    boolean name = first.isIdentifier() && !CKeywords.isKeyword(first.text());
    if (name && cursor.peek(1).isIdentifier() && !CKeywords.isKeyword(cursor.peek(1).text())) {
      String hint = Intrinsics.typeHint(first.text());
      throw cursor.fail(place, "'" + first.text() + "' is no type", hint);
    }
    CExpression expression = parser.expressions.expression();
    cursor.expect(";", "after the expression");
    return new CStatement.Evaluate(expression, cursor.sinceAll(start));
  }

  private CExpression condition(String word) {
    cursor.expect("(", "after '" + word + "'");
    CExpression condition = parser.expressions.expression();
    cursor.expect(")", "after the condition");
    return condition;
  }

  private CStatement ifStatement() {
    int start = cursor.position();
    cursor.next();
    CExpression condition = condition("if");
    SourceSpan head = cursor.sinceAll(start);
    CStatement then = statement();
    CStatement otherwise = cursor.accept("else") ? statement() : null;
    return new CStatement.If(condition, then, otherwise, head);
  }

  private CStatement whileStatement() {
    int start = cursor.position();
    cursor.next();
    CExpression condition = condition("while");
    SourceSpan head = cursor.sinceAll(start);
    return new CStatement.While(condition, statement(), head);
  }

  private CStatement doStatement() {
    cursor.next();
    CStatement body = statement();
    int start = cursor.position();
    cursor.expect("while", "after the body of 'do'");
    CExpression condition = condition("while");
    SourceSpan head = cursor.sinceAll(start);
    cursor.expect(";", "after 'do ... while'");
    return new CStatement.DoWhile(body, condition, head);
  }

  private CStatement forStatement() {
    int start = cursor.position();
    cursor.next();
    cursor.expect("(", "after 'for'");
    cursor.openScope();
    CStatement first = cursor.accept(";") ? null : statementOrDeclaration();
    CExpression condition = cursor.is(";") ? null : parser.expressions.expression();
    cursor.expect(";", "after the condition of 'for'");
    CExpression step = cursor.is(")") ? null : parser.expressions.expression();
    cursor.expect(")", "after the head of 'for'");
    SourceSpan head = cursor.sinceAll(start);
    CStatement body = statement();
    cursor.closeScope();
    return new CStatement.For(first, condition, step, body, head);
  }

  private CStatement switchStatement() {
    int start = cursor.position();
    cursor.next();
    CExpression value = condition("switch");
    SourceSpan head = cursor.sinceAll(start);
    return new CStatement.Switch(value, statement(), head);
  }

  private CStatement caseStatement() {
    Token word = cursor.next();
    CExpression value = word.is("default") ? null : parser.expressions.conditional();
    if (cursor.is("...")) {
      throw cursor.fail(cursor.peek().span(), "case ranges are not supported", "list the cases");
    }
    cursor.expect(":", "after the case");
    SourceSpan span = cursor.since(word.span());
    return new CStatement.Case(value, labelled(), span);
  }

  private CStatement gotoStatement() {
    int start = cursor.position();
    cursor.next();
    String label = cursor.expectName("a label").text();
    cursor.expect(";", "after 'goto'");
    return new CStatement.Goto(label, cursor.sinceAll(start));
  }

  private CStatement returnStatement() {
    int start = cursor.position();
    cursor.next();
    CExpression value = cursor.is(";") ? null : parser.expressions.expression();
    cursor.expect(";", "after 'return'");
    return new CStatement.Return(value, cursor.sinceAll(start));
  }
}
