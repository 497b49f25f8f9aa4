// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.budget.Budget;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.Token;
import java.util.List;

/** Walks along tokens. */
final class TokenCursor {
  private static final int DEEPEST = 200;

  private final List<Token> tokens;
  private final Diagnostics diagnostics;
  private int at;
  private int depth;

  TokenCursor(List<Token> tokens, Diagnostics diagnostics) {
    this.tokens = tokens;
    this.diagnostics = diagnostics;
  }

  /** Walks along tokens that stand for what this cursor is at, as deep as that. */
  TokenCursor inside(List<Token> replacement) {
    TokenCursor inner = new TokenCursor(replacement, diagnostics);
    inner.depth = depth;
    return inner;
  }

  /** Begins something that may contain another of its kind. */
  void enter() {
    if (++depth > DEEPEST) {
      throw tooMuch("this is nested too deeply", DEEPEST + " levels");
    }
  }

  Diagnostics.Abort tooMuch(String message, String most) {
    return diagnostics.fatal(peek().span(), message, "at most " + most);
  }

  void leave() {
    depth--;
  }

  Token peek() {
    return peek(0);
  }

  Token peek(int ahead) {
    return tokens.get(Math.min(at + ahead, tokens.size() - 1));
  }

  boolean is(String text) {
    return peek().is(text);
  }

  boolean isNext(String text) {
    return peek(1).is(text);
  }

  Token next() {
    Budget.ask();
    Token token = peek();
    at = Math.min(at + 1, tokens.size() - 1);
    return token;
  }

  /** The token before this one. */
  Token previous() {
    return tokens.get(Math.max(0, at - 1));
  }

  /** Whether this token stands on another line than the one before it. */
  boolean atNewLine() {
    SourceSpan here = peek().span();
    SourceSpan before = previous().span();
    return here.line() != before.line() || !here.file().equals(before.file());
  }

  boolean accept(String text) {
    if (is(text)) {
      next();
      return true;
    }
    return false;
  }

  Token expect(String text, String where) {
    if (!is(text)) {
      throw diagnostics.fatal(
          peek().span(), "expected '" + text + "' " + where + ", not " + peek().describe());
    }
    return next();
  }

  Token expectName(String what) {
    if (!peek().isIdentifier() || Keywords.isReserved(peek().text())) {
      throw diagnostics.fatal(peek().span(), "expected " + what + ", not " + peek().describe());
    }
    return next();
  }

  /** From a token up to the last one that was read. */
  SourceSpan since(SourceSpan start) {
    SourceSpan last = previous().span();
    boolean later =
        last.file().equals(start.file())
            && (last.line() > start.line()
                || last.line() == start.line() && last.column() >= start.column());
    return later ? start.to(last) : start;
  }

  Diagnostics diagnostics() {
    return diagnostics;
  }
}
