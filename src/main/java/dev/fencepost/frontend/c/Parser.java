// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.preprocess.Token;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tokens to tree. */
final class Parser {
  private final TokenCursor cursor;
  private final ExpressionParser expressions;
  private final DeclarationParser declarations;
  private final StatementParser statements;

  private Parser(List<Token> tokens, Diagnostics diagnostics) {
    this.cursor = new TokenCursor(tokens, diagnostics);
    this.expressions = new ExpressionParser(cursor, this);
    this.declarations = new DeclarationParser(cursor, this);
    this.statements = new StatementParser(cursor, this);
  }

  /** The declarations of a file; those with errors are left out. */
  static List<Declaration> parse(List<Token> tokens, Diagnostics diagnostics) {
    return new Parser(tokens, diagnostics).file();
  }

  /**
   * The expression that the tokens are, or null where they are none.
   *
   * @param types the names that stand for types
   */
  static @Nullable Expression parseExpression(
      List<Token> tokens, List<String> types, Diagnostics diagnostics) {
    Parser parser = new Parser(tokens, diagnostics);
    types.forEach(type -> parser.cursor.declare(type, true));
    try {
      Expression expression = parser.expressions.expression();
      if (!parser.cursor.atEnd()) {
        Token next = parser.cursor.peek();
        throw parser.cursor.fail(
            next.span(), "the expression should end before " + next.describe(), "");
      }
      return expression;
    } catch (TokenCursor.SyntaxError alreadyReported) {
      return null;
    }
  }

  ExpressionParser expressions() {
    return expressions;
  }

  DeclarationParser declarations() {
    return declarations;
  }

  StatementParser statements() {
    return statements;
  }

  private List<Declaration> file() {
    List<Declaration> result = new ArrayList<>();
    while (!cursor.atEnd()) {
      TokenCursor.Mark mark = cursor.mark();
      try {
        if (cursor.accept(";")) {
          continue;
        }
        result.add(declarations.declaration(true));
      } catch (TokenCursor.SyntaxError alreadyReported) {
        if (!cursor.recover(mark)) {
          cursor.next();
        }
      }
    }
    return result;
  }
}
