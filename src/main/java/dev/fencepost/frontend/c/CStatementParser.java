// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Places;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.Token;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads statements; after an error it goes on with the next one.
 *
 * @param places whether places for fences become statements too
 */
record CStatementParser(CTokens cursor, CParser parser, boolean places) {

  /** The body of a function. A place in one that is only a result has the call's places around. */
  CStatement.Block functionBody() {
    CStatement.Block block = block();
    boolean isResult =
        block.statements().size() == 2
            && block.statements().getFirst() instanceof CStatement.Place
            && block.statements().getLast() instanceof CStatement.Return;
    return isResult
        ? new CStatement.Block(List.of(block.statements().getLast()), block.span())
        : block;
  }

  /** A block whose last statement is its value, so that there is no place behind it. */
  CStatement.Block valueBlock() {
    CStatement.Block block = block();
    List<CStatement> statements = block.statements();
    return !statements.isEmpty() && statements.getLast() instanceof CStatement.Place
        ? new CStatement.Block(statements.subList(0, statements.size() - 1), block.span())
        : block;
  }

  CStatement.Block block() {
    cursor.enter();
    SourceSpan brace = cursor.expect("{", "to begin a block").span();
    cursor.openScope();
    List<CStatement> statements = new ArrayList<>();
    while (!cursor.is("}") && !cursor.atEnd()) {
      CTokens.Mark mark = cursor.mark();
      try {
        int start = cursor.position();
        CStatement statement = statementOrDeclaration(Places.BEFORE);
        addPlace(statements, Places.BEFORE, start, statement);
        statements.add(statement);
      } catch (Diagnostics.Abort alreadyReported) {
        cursor.recover(mark);
      }
    }
    cursor.closeScope();
    if (cursor.atEnd()) {
      cursor.diagnostics().error(brace, "this block is never closed", "add }");
    } else if (places
        && !cursor.isInsideMacro(cursor.position())
        && (statements.isEmpty() || !leaves(statements.getLast()))) {
      statements.add(new CStatement.Place(Places.END, cursor.peek().span()));
    }
    cursor.accept("}");
    cursor.leave();
    return new CStatement.Block(statements, cursor.previous().span());
  }

  /**
   * Adds the place before a statement that began at a token; none where a macro made what stands
   * around it, or around the end of what needs braces. Before what is kept, nothing is put either.
   */
  private void addPlace(List<CStatement> to, String kind, int start, CStatement statement) {
    boolean braces = kind.equals(Places.BODY);
    if (!places
        || cursor.isInsideMacro(start)
        || cursor.isSplitByMacro(start)
        || braces && cursor.isInsideMacro(cursor.position())) {
      return;
    }
    CStatement place = new CStatement.Place(kind, cursor.sinceAll(start));
    CStatement rest = statement;
    while (rest instanceof CStatement.Attributed marked) {
      if (marked.attribute().equals(Places.KEEP)) {
        place = new CStatement.Attributed(Places.KEEP, place, marked.span());
      }
      rest = marked.statement();
    }
    to.add(place);
  }

  private static boolean leaves(CStatement statement) {
    return statement instanceof CStatement.Return
        || statement instanceof CStatement.Goto
        || statement instanceof CStatement.Break
        || statement instanceof CStatement.Continue;
  }

  /** The body of an if, else or loop. */
  private CStatement body() {
    int start = cursor.position();
    CStatement statement = statement(Places.BODY);
    return statement instanceof CStatement.Block
        ? statement
        : withPlace(Places.BODY, start, statement);
  }

  /** With places, a block of a statement that began at a token and the place before it. */
  private CStatement withPlace(String kind, int start, CStatement statement) {
    if (!places || isDeclaration(statement)) {
      return statement;
    }
    List<CStatement> statements = new ArrayList<>();
    addPlace(statements, kind, start, statement);
    statements.add(statement);
    return new CStatement.Block(statements, cursor.sinceAll(start));
  }

  private static boolean isDeclaration(CStatement statement) {
    return statement instanceof CStatement.Declare
        || statement instanceof CStatement.Attributed marked && isDeclaration(marked.statement());
  }

  /**
   * A statement or a declaration.
   *
   * @param room {@link Places#BEFORE} where a block is around it, in which a label needs no braces
   *     behind it; else {@link Places#BODY}
   */
  private CStatement statementOrDeclaration(String room) {
    Token token = cursor.peek();
    boolean label = cursor.isNext(":");
    if (token.is("_Static_assert") || cursor.isTypeStart(token) && !label) {
      Declaration declaration = parser.declarations.declaration(false);
      return new CStatement.Declare(declaration, declaration.span());
    }
    return statement(room);
  }

  private CStatement statement(String room) {
    return cursor.nested(() -> statementInside(room));
  }

  private CStatement statementInside(String room) {
    Token token = cursor.peek();
    if (token.isIdentifier() && cursor.isNext(":") && !CKeywords.isKeyword(token.text())) {
      cursor.next();
      cursor.next();
      return new CStatement.Label(token.text(), labelled(room), token.span());
    }
    if (token.is(CKeywords.ATTRIBUTE)) {
      cursor.next();
      return attributed(cursor.next());
    }
    if (token.isIdentifier() && Places.WORDS.containsKey(token.text())) {
      return marked(cursor.next());
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
      case "case", "default" -> caseStatement(room);
      case "goto" -> gotoStatement();
      case "break", "continue" -> leave(cursor.next());
      case "return" -> returnStatement();
      case "asm", "__asm", "__asm__" -> assembly();
      default -> evaluate();
    };
  }

  private CStatement leave(Token word) {
    cursor.expect(";", "after '" + word.text() + "'");
    SourceSpan span = cursor.since(word.span());
    return word.is("break") ? new CStatement.Break(span) : new CStatement.Continue(span);
  }

  private CStatement attributed(Token name) {
    return new CStatement.Attributed(name.text(), statementOrDeclaration(Places.BODY), name.span());
  }

  private CStatement marked(Token word) {
    int start = cursor.position();
    CStatement statement = statementOrDeclaration(Places.BODY);
    if (!places) {
      return statement;
    }
    CStatement inside =
        statement instanceof CStatement.Block
            ? statement
            : withPlace(Places.BODY, start, statement);
    String mark = Places.WORDS.getOrDefault(word.text(), "");
    return new CStatement.Attributed(mark, inside, word.span());
  }

  /** What follows a label; a label may also end a block. */
  private CStatement labelled(String room) {
    if (cursor.is("}")) {
      return new CStatement.Empty(cursor.peek().span());
    }
    int start = cursor.position();
    return withPlace(room, start, statementOrDeclaration(room));
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
      String hint = cursor.typeHint(first.text());
      throw cursor.fail(place, "'" + first.text() + "' is no type", hint);
    }
    CExpression expression = parser.expressions.expression();
    cursor.expect(";", "after the expression");
    return new CStatement.Evaluate(expression, cursor.sinceAll(start));
  }

  /** A word and the condition behind it. */
  private record Head(CExpression condition, SourceSpan span) {}

  private Head head() {
    int start = cursor.position();
    cursor.expect("(", "after '" + cursor.next().text() + "'");
    CExpression condition = parser.expressions.expression();
    cursor.expect(")", "after the condition");
    return new Head(condition, cursor.sinceAll(start));
  }

  private CStatement ifStatement() {
    Head head = head();
    CStatement then = body();
    CStatement otherwise = cursor.accept("else") ? body() : null;
    return new CStatement.If(head.condition, then, otherwise, head.span);
  }

  private CStatement whileStatement() {
    Head head = head();
    return new CStatement.While(head.condition, body(), head.span);
  }

  private CStatement doStatement() {
    cursor.next();
    CStatement body = body();
    if (!cursor.is("while")) {
      cursor.expect("while", "after the body of 'do'");
    }
    Head head = head();
    cursor.expect(";", "after 'do ... while'");
    return new CStatement.DoWhile(body, head.condition, head.span);
  }

  private CStatement forStatement() {
    int start = cursor.position();
    cursor.next();
    cursor.expect("(", "after 'for'");
    cursor.openScope();
    CStatement first = cursor.accept(";") ? null : statementOrDeclaration(Places.BODY);
    CExpression condition = cursor.is(";") ? null : parser.expressions.expression();
    cursor.expect(";", "after the condition of 'for'");
    CExpression step = cursor.is(")") ? null : parser.expressions.expression();
    cursor.expect(")", "after the head of 'for'");
    SourceSpan head = cursor.sinceAll(start);
    CStatement body = body();
    cursor.closeScope();
    return new CStatement.For(first, condition, step, body, head);
  }

  private CStatement switchStatement() {
    Head head = head();
    return new CStatement.Switch(head.condition, statement(Places.BODY), head.span);
  }

  private CStatement caseStatement(String room) {
    Token word = cursor.next();
    CExpression value = word.is("default") ? null : parser.expressions.conditional();
    if (cursor.is("...")) {
      throw cursor.fail(cursor.peek().span(), "case ranges are not supported", "list the cases");
    }
    cursor.expect(":", "after the case");
    SourceSpan span = cursor.since(word.span());
    return new CStatement.Case(value, labelled(room), span);
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

  /** A fence of assembly; operands and what is clobbered say nothing to a memory model. */
  private CStatement assembly() {
    int start = cursor.position();
    Token word = cursor.next();
    while (cursor.accept("volatile") || cursor.accept("__volatile__")) {}
    cursor.expect("(", "after '" + word.text() + "'");
    CExpression.Text text = parser.expressions.text();
    while (!cursor.is(")") && !cursor.atEnd()) {
      cursor.next();
    }
    cursor.expect(")", "after the assembly");
    cursor.expect(";", "after the assembly");
    SourceSpan span = cursor.sinceAll(start);
    CExpression name = new CExpression.Name(Intrinsics.ASSEMBLY, word.span());
    CExpression call = new CExpression.Call(name, List.of(text), span);
    return new CStatement.Evaluate(call, span);
  }
}
