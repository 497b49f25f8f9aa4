// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

import dev.fencepost.budget.Budget;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A parser's place in the tokens of a text, of which the last is its end. */
public class TokenCursor {
  private static final int DEEPEST = 200;

  protected final List<Token> tokens;
  protected final Diagnostics diagnostics;
  protected int next;

  /** How many parts are open, each inside the one before. */
  protected int depth;

  private final Predicate<String> keywords;

  /**
   * Begins with the first token.
   *
   * @param keywords the identifiers that are no names
   */
  public TokenCursor(List<Token> tokens, Predicate<String> keywords, Diagnostics diagnostics) {
    this.tokens = tokens;
    this.keywords = keywords;
    this.diagnostics = diagnostics;
  }

  public final Token peek() {
    return tokens.get(next);
  }

  /** The token {@code ahead} places on, or the end. */
  public final Token peek(int ahead) {
    return tokens.get(Math.min(next + ahead, tokens.size() - 1));
  }

  public final Token previous() {
    return tokens.get(Math.max(0, next - 1));
  }

  public final boolean is(String text) {
    return peek().is(text);
  }

  public final boolean isNext(String text) {
    return peek(1).is(text);
  }

  public final boolean atEnd() {
    return peek().kind() == Token.Kind.END;
  }

  /** Whether the next token stands on another line than the one before it. */
  public final boolean atNewLine() {
    SourceSpan here = peek().span();
    SourceSpan before = previous().span();
    return here.line() != before.line() || !here.file().equals(before.file());
  }

  /** Takes a token; the end stays. */
  public final Token next() {
    Budget.ask();
    Token token = peek();
    next = Math.min(next + 1, tokens.size() - 1);
    return token;
  }

  /** Takes the next token if it is this one. */
  public final boolean accept(String text) {
    boolean found = is(text);
    if (found) {
      next();
    }
    return found;
  }

  public final Token expect(String text, String where) {
    if (!is(text)) {
      boolean afterLine = text.equals(";") && next > 0;
      SourceSpan place = afterLine ? previous().span().end() : peek().span();
      throw fail(place, "expected '" + text + "' " + where + ", not " + peek().describe());
    }
    return next();
  }

  public final boolean isName(Token token) {
    return token.isIdentifier() && !keywords.test(token.text());
  }

  public final Token expectName(String what) {
    if (!isName(peek())) {
      throw fail(peek().span(), "expected " + what + ", not " + peek().describe());
    }
    return next();
  }

  /** Items with commas between them, at least one. */
  public final <T> List<T> list(Supplier<T> item) {
    List<T> items = new ArrayList<>();
    do {
      items.add(item.get());
    } while (accept(","));
    return items;
  }

  /** Begins a part that may contain another of its kind. */
  public final void enter() {
    if (++depth > DEEPEST) {
      throw tooMuch("this is nested too deeply", DEEPEST + " levels");
    }
  }

  public final void leave() {
    depth--;
  }

  /** Reads a part one level deeper. */
  public final <T> T nested(Supplier<T> part) {
    enter();
    T result = part.get();
    leave();
    return result;
  }

  public final Diagnostics.Abort tooMuch(String message, String most) {
    return fail(peek().span(), message, "at most " + most);
  }

  /** From the start of a span to the end of the last token that was read. */
  public SourceSpan since(SourceSpan start) {
    return Token.cover(start, previous().span());
  }

  public final void error(SourceSpan span, String message) {
    diagnostics.error(span, message);
  }

  /** Reports why the text cannot be read on from here. */
  public final Diagnostics.Abort fail(SourceSpan span, String message) {
    return fail(span, message, "");
  }

  public final Diagnostics.Abort fail(SourceSpan span, String message, String hint) {
    return diagnostics.fatal(span, message, hint);
  }

  public final Diagnostics diagnostics() {
    return diagnostics;
  }
}
