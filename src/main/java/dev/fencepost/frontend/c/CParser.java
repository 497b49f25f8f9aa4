// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.preprocess.Token;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tokens to tree. */
final class CParser {
  private final CTokens cursor;
  final CExpressionParser expressions;
  final CDeclarationParser declarations;
  final CStatementParser statements;

  private CParser(List<Token> tokens, boolean places, Diagnostics diagnostics) {
    this.cursor = new CTokens(tokens, diagnostics);
    this.expressions = new CExpressionParser(cursor, this);
    this.declarations = new CDeclarationParser(cursor, this);
    this.statements = new CStatementParser(cursor, this, places);
  }

  /**
   * The declarations of a file; those with errors are left out.
   *
   * @param places whether the places for fences are statements of the tree
   */
  static List<Declaration> parse(List<Token> tokens, boolean places, Diagnostics diagnostics) {
    return new CParser(tokens, places, diagnostics).file();
  }

  /**
   * The expression that the tokens are, or null where they are none.
   *
   * @param types the names that stand for types
   */
  static @Nullable CExpression parseExpression(
      List<Token> tokens, List<String> types, Diagnostics diagnostics) {
    CParser parser = new CParser(tokens, false, diagnostics);
    types.forEach(type -> parser.cursor.declare(type, true));
    try {
      CExpression expression = parser.expressions.expression();
      if (!parser.cursor.atEnd()) {
        Token next = parser.cursor.peek();
        throw parser.cursor.fail(
            next.span(), "the expression should end before " + next.describe());
      }
      return expression;
    } catch (Diagnostics.Abort alreadyReported) {
      return null;
    }
  }

  private List<Declaration> file() {
    List<Declaration> result = new ArrayList<>();
    while (!cursor.atEnd()) {
      CTokens.Mark mark = cursor.mark();
      try {
        if (cursor.accept(";")) {
          continue;
        }
        result.add(declarations.declaration(true));
      } catch (Diagnostics.Abort alreadyReported) {
        if (!cursor.recover(mark)) {
          cursor.next();
        }
      }
    }
    return result;
  }
}
