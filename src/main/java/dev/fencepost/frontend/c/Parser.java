// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import java.util.ArrayList;
import java.util.List;

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
