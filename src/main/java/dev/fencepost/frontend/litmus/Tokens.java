// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of an init section or of a condition, read from left to right. */
final class Tokens {
  private static final Pattern TOKEN =
      Pattern.compile(
          "0[xX][0-9a-fA-F]+|[0-9]+|[A-Za-z_][A-Za-z_0-9.]*|/\\\\|\\\\/|=>|==|!=|<=|>=|<<|\\S");

  /** A word at its place in the text. */
  record Token(String text, int start, int end) {
    boolean isNumber() {
      return Character.isDigit(text.charAt(0));
    }

    boolean isName() {
      return Character.isLetter(text.charAt(0)) || text.charAt(0) == '_';
    }
  }

  private final LitmusText source;
  private final List<Token> tokens = new ArrayList<>();
  private final int end;
  private int next;

  Tokens(LitmusText source, int start, int end) {
    this.source = source;
    this.end = end;
    Matcher matcher = TOKEN.matcher(source.text()).region(start, end);
    while (matcher.find()) {
      tokens.add(new Token(matcher.group(), matcher.start(), matcher.end()));
    }
  }

  boolean atEnd() {
    return next == tokens.size();
  }

  boolean at(String text) {
    return at(0, text);
  }

  /** Whether the word {@code ahead} places on is this one. */
  boolean at(int ahead, String text) {
    return next + ahead < tokens.size() && tokens.get(next + ahead).text().equals(text);
  }

  boolean accept(String text) {
    boolean found = at(text);
    next += found ? 1 : 0;
    return found;
  }

  void expect(String text) throws InvalidInputException {
    if (!accept(text)) {
      throw unexpected("'" + text + "'");
    }
  }

  Optional<Token> peek() {
    return atEnd() ? Optional.empty() : Optional.of(tokens.get(next));
  }

  Token take(String wanted) throws InvalidInputException {
    if (atEnd()) {
      throw unexpected(wanted);
    }
    return tokens.get(next++);
  }

  String takeName(String wanted) throws InvalidInputException {
    if (peek().filter(Token::isName).isEmpty()) {
      throw unexpected(wanted);
    }
    return take(wanted).text();
  }

  /** A number with its sign. */
  long takeNumber(String wanted) throws InvalidInputException {
    boolean negative = accept("-");
    Optional<Token> token = peek().filter(Token::isNumber);
    Optional<Long> number = token.flatMap(found -> Numbers.parse(found.text()));
    if (number.isEmpty()) {
      throw unexpected(wanted);
    }
    next++;
    return negative ? -number.get() : number.get();
  }

  /** The words up to one of these, which is not taken. */
  List<Token> takeUntil(String... stops) {
    List<String> ends = List.of(stops);
    int from = next;
    while (!atEnd() && !ends.contains(tokens.get(next).text())) {
      next++;
    }
    return tokens.subList(from, next);
  }

  InvalidInputException unexpected(String wanted) {
    if (atEnd()) {
      int last = tokens.isEmpty() ? end : tokens.getLast().end();
      int place = Math.max(0, Math.min(last, source.text().length()) - 1);
      return source.error(place, place + 1, "expected " + wanted + " but the section ends");
    }
    Token token = tokens.get(next);
    return source.error(
        token.start(), token.end(), "expected " + wanted + " but found '" + token.text() + "'");
  }

  InvalidInputException error(Token token, String message) {
    return source.error(token.start(), token.end(), message);
  }
}
