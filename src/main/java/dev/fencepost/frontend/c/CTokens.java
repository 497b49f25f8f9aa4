// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.budget.Budget;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.preprocess.Token;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The parsers' place in the tokens, the names that are types there, and recovery from errors. */
final class CTokens {
  private static final int DEEPEST = 200;
  private static final int LONGEST_CHAIN = 400;

  private final List<Token> tokens;
  private final Diagnostics diagnostics;
  private final Deque<Map<String, Boolean>> typedefs = new ArrayDeque<>();
  private int next;
  private int depth;

  CTokens(List<Token> tokens, Diagnostics diagnostics) {
    this.tokens = tokens;
    this.diagnostics = diagnostics;
    openScope();
  }

  /** The text cannot be read on from here; the message has been given. */
  static final class SyntaxError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SyntaxError() {
      super(null, null, false, false);
    }
  }

  Token peek() {
    return tokens.get(next);
  }

  Token peek(int ahead) {
    return tokens.get(Math.min(next + ahead, tokens.size() - 1));
  }

  Token previous() {
    return tokens.get(Math.max(0, next - 1));
  }

  Token next() {
    Budget.ask();
    Token token = tokens.get(next);
    if (next < tokens.size() - 1) {
      next++;
    }
    return token;
  }

  boolean atEnd() {
    return peek().kind() == Token.Kind.END;
  }

  boolean accept(String text) {
    boolean found = peek().is(text);
    if (found) {
      next();
    }
    return found;
  }

  Token expect(String text, String context) {
    if (!peek().is(text)) {
      boolean afterLine = text.equals(";") && next > 0;
      SourceSpan place = afterLine ? endOf(previous().span()) : peek().span();
      throw fail(place, "expected '" + text + "' " + context + ", not " + peek().describe(), "");
    }
    return next();
  }

  Token expectIdentifier(String what) {
    if (!peek().isIdentifier() || CKeywords.isKeyword(peek().text())) {
      throw fail(peek().span(), "expected " + what + ", not " + peek().describe(), "");
    }
    return next();
  }

  private static SourceSpan endOf(SourceSpan span) {
    return new SourceSpan(
        span.file(), span.endLine(), span.endColumn(), span.endLine(), span.endColumn());
  }

  SyntaxError fail(SourceSpan span, String message, String hint) {
    diagnostics.error(span, message, hint);
    return new SyntaxError();
  }

  void error(SourceSpan span, String message, String hint) {
    diagnostics.error(span, message, hint);
  }

  /** From the start of a span to the end of the last token that was read. */
  SourceSpan since(SourceSpan start) {
    return Token.cover(start, previous().span());
  }

  int position() {
    return next;
  }

  /** The span of all tokens since a position, also where macros made them. */
  SourceSpan sinceAll(int position) {
    SourceSpan span = tokens.get(position).span();
    for (int i = position + 1; i < next; i++) {
      span = Token.cover(span, tokens.get(i).span());
    }
    return span;
  }

  /** A place to go on from after an error. */
  record Mark(int position, int depth, int scopes) {}

  Mark mark() {
    return new Mark(next, depth, typedefs.size());
  }

  void enter() {
    if (++depth > DEEPEST) {
      depth = 0;
      throw fail(peek().span(), "this is nested too deeply", "at most " + DEEPEST + " levels");
    }
  }

  void leave() {
    depth--;
  }

  /** Operators of one level make a deep tree too. */
  void checkChain(int operators) {
    if (operators > LONGEST_CHAIN) {
      throw fail(
          peek().span(), "this expression is too long", "at most " + LONGEST_CHAIN + " operators");
    }
  }

  void openScope() {
    typedefs.push(new HashMap<>());
  }

  void closeScope() {
    typedefs.pop();
  }

  void declare(String name, boolean isTypedef) {
    typedefs.peek().put(name, isTypedef);
  }

  boolean isTypedefName(Token token) {
    if (token.isIdentifier()) {
      for (Map<String, Boolean> scope : typedefs) {
        Boolean isTypedef = scope.get(token.text());
        if (isTypedef != null) {
          return isTypedef;
        }
      }
    }
    return false;
  }

  boolean isTypeStart(Token token) {
    return token.isIdentifier() && (CKeywords.startsType(token.text()) || isTypedefName(token));
  }

  /**
   * Goes on behind the construct that began at a mark: behind the next semicolon or block, before a
   * closing brace of the block around it. The names in it are poisoned. Whether it got anywhere.
   */
  boolean recover(Mark mark) {
    int start = mark.position();
    depth = mark.depth();
    while (typedefs.size() > mark.scopes()) {
      closeScope();
    }
    int braces = 0;
    int at = start;
    while (at < tokens.size() - 1) {
      Token token = tokens.get(at);
      if (token.isIdentifier()) {
        diagnostics.poison(token.text());
      }
      boolean beyond = at >= next;
      if (token.is("{")) {
        braces++;
      } else if (token.is("}")) {
        if (braces == 0) {
          break;
        }
        braces--;
        boolean ends = braces == 0 && beyond && !tokens.get(at + 1).is(";");
        if (ends) {
          at++;
          break;
        }
      } else if (token.is(";") && braces == 0 && beyond) {
        at++;
        break;
      }
      at++;
    }
    next = at;
    return at > start;
  }
}
