// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

import dev.fencepost.budget.Budget;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.SourceText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts one file into preprocessing tokens. */
public final class Lexer implements TokenLines {
  private static final String SPLICE = "\\\n";

  private final Dialect dialect;
  private final String file;
  private final Diagnostics diagnostics;

  /** The text without its line splices. */
  private final String text;

  /** Where in {@code text} splices were, in order. */
  private final int[] splices;

  private final int[] lineStarts;
  private List<Token> tokens = new ArrayList<>();
  private int position;
  private int passedSplices;
  private int line;
  private boolean space;

  /** Reads a text whose lines end with {@code \n}. */
  public Lexer(String file, String original, Dialect dialect, Diagnostics diagnostics) {
    this.dialect = dialect;
    this.file = file;
    this.diagnostics = diagnostics;
    this.lineStarts = SourceText.lineStarts(original);
    int at = original.indexOf(SPLICE);
    if (at < 0) {
      this.text = original;
      this.splices = new int[0];
      return;
    }
    StringBuilder spliced = new StringBuilder(original.length());
    List<Integer> places = new ArrayList<>();
    int from = 0;
    for (; at >= 0; at = original.indexOf(SPLICE, from)) {
      spliced.append(original, from, at);
      places.add(spliced.length());
      from = at + SPLICE.length();
    }
    this.text = spliced.append(original, from, original.length()).toString();
    this.splices = places.stream().mapToInt(Integer::intValue).toArray();
  }

  /** All tokens of a text. */
  static List<Token> tokens(String file, String text, Dialect dialect, Diagnostics diagnostics) {
    Lexer lexer = new Lexer(file, text, dialect, diagnostics);
    List<Token> all = new ArrayList<>();
    for (List<Token> line = lexer.next(false); line != null; line = lexer.next(false)) {
      all.addAll(line);
    }
    return all;
  }

  @Override
  public @Nullable List<Token> next(boolean skipping) {
    while (skipping && skipLine()) {}
    if (position >= text.length()) {
      return null;
    }
    tokens = new ArrayList<>();
    space = true;
    while (position < text.length()) {
      Budget.ask();
      char c = text.charAt(position);
      if (c == '\n') {
        position++;
        break;
      } else if (c == ' ' || c == '\t' || c == '\f' || c == '\u000b' || c == '\r') {
        position++;
        space = true;
      } else if (c == '/' && text.startsWith("//", position)) {
        int end = text.indexOf('\n', position);
        position = end < 0 ? text.length() : end;
        space = true;
      } else if (c == '/' && text.startsWith("/*", position)) {
        skipComment();
      } else {
        scanToken(c);
      }
    }
    return tokens;
  }

  /** Passes over a line that is certainly no directive and begins no comment. */
  private boolean skipLine() {
    int at = position;
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
    int end = text.indexOf('\n', at);
    if (end < 0 || text.charAt(at) == '#') {
      return false;
    }
    int comment = text.indexOf("/*", at);
    if (comment >= 0 && comment < end) {
      return false;
    }
    position = end + 1;
    return true;
  }

  private void skipComment() {
    int end = text.indexOf("*/", position + 2);
    if (end < 0) {
      diagnostics.error(span(position, position + 2), "this comment is never closed", "add */");
      position = text.length();
    } else {
      position = end + 2;
    }
    space = true;
  }

  private void scanToken(char c) {
    int start = position;
    if (isIdentifierStart(c)) {
      int end = start + 1;
      while (end < text.length() && isIdentifierPart(text.charAt(end))) {
        end++;
      }
      add(Token.Kind.IDENTIFIER, start, end);
    } else if (isDigit(c) || c == '.' && dialect.dotsInNumbers() && isDigitAt(start + 1)) {
      scanNumber(start);
    } else if (isQuote(c)) {
      scanQuoted(start, c);
    } else {
      String punctuator = dialect.punctuators().at(text, start);
      int length = punctuator == null ? Character.charCount(text.codePointAt(start)) : 0;
      if (punctuator == null) {
        add(Token.Kind.OTHER, start, start + length);
      } else {
        addText(Token.Kind.PUNCTUATOR, punctuator, start, start + punctuator.length());
      }
    }
  }

  private void scanNumber(int start) {
    int end = start + 1;
    while (end < text.length()) {
      char c = text.charAt(end);
      char before = text.charAt(end - 1);
      boolean exponent = "eEpP".indexOf(before) >= 0 && (c == '+' || c == '-');
      boolean fraction = dialect.dotsInNumbers() && (c == '.' || exponent);
      if (!isIdentifierPart(c) && !fraction) {
        break;
      }
      end++;
    }
    add(Token.Kind.NUMBER, start, end);
  }

  private void scanQuoted(int start, char quote) {
    int end = start + 1;
    while (end < text.length() && text.charAt(end) != quote && text.charAt(end) != '\n') {
      end += text.charAt(end) == '\\' && end + 1 < text.length() ? 2 : 1;
    }
    if (end >= text.length() || text.charAt(end) != quote) {
      int stop = Math.min(end, text.length());
      add(Token.Kind.OTHER, start, stop);
      return;
    }
    Token.Kind kind = quote == '"' ? Token.Kind.STRING : Token.Kind.CHARACTER;
    add(kind, start, end + 1);
  }

  private void add(Token.Kind kind, int start, int end) {
    addText(kind, text.substring(start, end), start, end);
  }

  private void addText(Token.Kind kind, String tokenText, int start, int end) {
    tokens.add(new Token(kind, tokenText, span(start, end), space, false));
    position = end;
    space = false;
  }

  private SourceSpan span(int start, int end) {
    while (passedSplices < splices.length && splices[passedSplices] <= start) {
      passedSplices++;
    }
    int inside = passedSplices;
    while (inside < splices.length && splices[inside] < end) {
      inside++;
    }
    int from = start + passedSplices * SPLICE.length();
    int to = end + inside * SPLICE.length();
    while (line + 1 < lineStarts.length && lineStarts[line + 1] <= from) {
      line++;
    }
    int endLine = line;
    while (endLine + 1 < lineStarts.length && lineStarts[endLine + 1] < to) {
      endLine++;
    }
    return new SourceSpan(
        file, line + 1, from - lineStarts[line] + 1, endLine + 1, to - lineStarts[endLine] + 1);
  }

  private boolean isDigitAt(int index) {
    return index < text.length() && isDigit(text.charAt(index));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isQuote(char c) {
    return c == '"' || c == '\'';
  }

  static boolean isIdentifierStart(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$';
  }

  private static boolean isIdentifierPart(char c) {
    return isIdentifierStart(c) || isDigit(c);
  }
}
