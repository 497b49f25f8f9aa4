// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.frontend.packets.Token.Kind;
import dev.fencepost.source.InvalidInputException;
import java.util.List;

/**
 * Reads the tokens of a text one after the other. Words may have hyphens inside. Bodies in C are
 * skipped as a whole: see {@link #block}.
 */
final class Tokens {
  private static final List<String> SIGNS =
      List.of("<->", "[]", "<>", "->", "&&", "||", "==", "!=", "**");

  private final PacketsText source;
  private final String text;
  private int position;
  private final int limit;
  private Token next;

  Tokens(PacketsText source) {
    this(source, 0, source.text().length());
  }

  /** The tokens of a piece of the text. */
  Tokens(PacketsText source, int start, int end) {
    this.source = source;
    this.text = source.text();
    this.position = start;
    this.limit = end;
  }

  Token peek() throws InvalidInputException {
    if (next == null) {
      next = read();
    }
    return next;
  }

  Token take() throws InvalidInputException {
    Token token = peek();
    next = null;
    return token;
  }

  boolean at(String wanted) throws InvalidInputException {
    return peek().is(wanted);
  }

  boolean found(String wanted) throws InvalidInputException {
    boolean found = at(wanted);
    if (found) {
      take();
    }
    return found;
  }

  Token expect(String wanted) throws InvalidInputException {
    if (!at(wanted)) {
      throw error(peek(), "'" + wanted + "' is missing before " + peek().shown(), "");
    }
    return take();
  }

  /** A word that names something. */
  Token name(String what) throws InvalidInputException {
    if (!peek().isWord()) {
      throw error(peek(), "the name of " + what + " is missing before " + peek().shown(), "");
    }
    return take();
  }

  InvalidInputException error(Token at, String message, String hint) {
    return source.error(at.start(), Math.max(at.end(), at.start() + 1), message, hint);
  }

  /** A piece of the text in brackets, from the opening one that comes next to its partner. */
  Block block(String open, String close) throws InvalidInputException {
    Token begin = expect(open);
    int depth = 1;
    position = begin.end();
    next = null;
    while (depth > 0) {
      Token token = take();
      if (token.kind() == Kind.END) {
        throw error(begin, "'" + open + "' has no '" + close + "'", "");
      }
      depth += token.is(open) ? 1 : token.is(close) ? -1 : 0;
    }
    return new Block(begin.start(), position);
  }

  /** Everything up to a sign that comes next, without it. */
  Block upTo(String sign) throws InvalidInputException {
    int start = peek().start();
    int end = start;
    while (!at(sign)) {
      if (peek().kind() == Kind.END) {
        throw error(peek(), "'" + sign + "' is missing", "");
      }
      end = take().end();
    }
    take();
    return new Block(start, end);
  }

  /** A piece of the text. */
  record Block(int start, int end) {}

  private Token read() throws InvalidInputException {
    skipSpace();
    int start = position;
    if (start >= limit) {
      return new Token(Kind.END, "", limit, limit);
    }
    char c = text.charAt(start);
    if (Character.isLetter(c) || c == '_') {
      position = endOfWord(start);
      return token(Kind.WORD, start);
    }
    if (Character.isDigit(c)) {
      while (position < limit && Character.isLetterOrDigit(text.charAt(position))) {
        position++;
      }
      return token(Kind.NUMBER, start);
    }
    if (c == '"' || c == '\'') {
      return quoted(c);
    }
    for (String sign : SIGNS) {
      if (text.startsWith(sign, start)) {
        position += sign.length();
        return token(Kind.SIGN, start);
      }
    }
    position++;
    return token(Kind.SIGN, start);
  }

  private Token token(Kind kind, int start) {
    return new Token(kind, text.substring(start, position), start, position);
  }

  private Token quoted(char quote) throws InvalidInputException {
    int start = position++;
    while (position < limit && text.charAt(position) != quote && text.charAt(position) != '\n') {
      position += text.charAt(position) == '\\' ? 2 : 1;
    }
    if (position >= limit || text.charAt(position) != quote) {
      throw source.error(start, start + 1, "a text in quotes does not end", "");
    }
    position++;
    return new Token(Kind.QUOTED, text.substring(start + 1, position - 1), start, position);
  }

  /** A hyphen belongs to a word if a letter or digit follows. */
  private int endOfWord(int start) {
    int at = start;
    while (at < limit && isPartOfWord(at)) {
      at++;
    }
    return at;
  }

  private boolean isPartOfWord(int at) {
    char c = text.charAt(at);
    return c == '_'
        || Character.isLetterOrDigit(c)
        || c == '-' && at + 1 < limit && Character.isLetterOrDigit(text.charAt(at + 1));
  }

  private void skipSpace() throws InvalidInputException {
    while (position < limit) {
      if (Character.isWhitespace(text.charAt(position))) {
        position++;
      } else if (text.startsWith("//", position)) {
        int end = text.indexOf('\n', position);
        position = end < 0 ? limit : Math.min(end, limit);
      } else if (text.startsWith("/*", position)) {
        int end = text.indexOf("*/", position + 2);
        if (end < 0) {
          throw source.error(position, position + 2, "a comment does not end", "");
        }
        position = end + 2;
      } else {
        return;
      }
    }
  }
}
