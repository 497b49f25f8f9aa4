// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.source.Diagnostic;
import java.util.List;

/** Walks over the tokens of a model file and notes syntax errors. */
final class LawCursor {
  /** Thrown at a syntax error, which has been noted, and caught at the next item. */
  static final class SyntaxError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SyntaxError() {
      super(null, null, false, false);
    }
  }

  private final List<LawToken> tokens;
  private final List<Diagnostic> diagnostics;
  private int at;

  LawCursor(List<LawToken> tokens, List<Diagnostic> diagnostics) {
    this.tokens = tokens;
    this.diagnostics = diagnostics;
  }

  int position() {
    return at;
  }

  void moveTo(int position) {
    at = position;
  }

  LawToken peek() {
    return tokens.get(at);
  }

  /** The token {@code distance} places on, or the end. */
  LawToken peek(int distance) {
    return tokens.get(Math.min(at + distance, tokens.size() - 1));
  }

  boolean startsLine() {
    return at == 0 || tokens.get(at - 1).span().line() < peek().span().line();
  }

  boolean atEnd() {
    return peek().type() == LawToken.Type.END;
  }

  LawToken next() {
    LawToken token = peek();
    if (!atEnd()) {
      at++;
    }
    return token;
  }

  /** Takes the next token if it is this one. */
  boolean take(String expected) {
    boolean is = peek().is(expected);
    if (is) {
      next();
    }
    return is;
  }

  String word(String what) {
    LawToken token = next();
    if (token.type() != LawToken.Type.WORD) {
      throw error(token, "expected " + what + ", found '" + token.text() + "'", "");
    }
    return token.text();
  }

  void expect(String symbol) {
    LawToken token = next();
    if (!token.is(symbol)) {
      throw error(token, "expected " + symbol + ", found '" + token.text() + "'", "");
    }
  }

  SyntaxError error(LawToken token, String message, String hint) {
    diagnostics.add(new Diagnostic(token.span(), message, hint));
    return new SyntaxError();
  }
}
