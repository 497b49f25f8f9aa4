// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cuts one file into preprocessing tokens; every line ends with a {@code NEWLINE} token. */
final class Lexer {
  private static final String[] PUNCTUATORS = {
    "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=",
    "/=", "%=", "+=", "-=", "&=", "^=", "|=", "##", "[", "]", "(", ")", "{", "}", ".", "&", "*",
    "+", "-", "~", "!", "/", "%", "<", ">", "^", "|", "?", ":", ";", "=", ",", "#"
  };
  private static final String[][] BY_FIRST_CHARACTER = byFirstCharacter();

  private final String file;
  private final Diagnostics diagnostics;
  private final String text;

  /** Where each character of {@code text} stands in the file, or null where nothing was spliced. */
  private final int[] offsets;

  private final int[] lineStarts;
  private final List<Token> tokens = new ArrayList<>();
  private int position;
  private int line;
  private boolean space;

  private Lexer(String file, String original, Diagnostics diagnostics) {
    this.file = file;
    this.diagnostics = diagnostics;
    this.lineStarts = lineStarts(original);
    if (original.contains("\\\n")) {
      StringBuilder spliced = new StringBuilder(original.length());
      int[] places = new int[original.length() + 1];
      for (int i = 0; i < original.length(); i++) {
        if (original.startsWith("\\\n", i)) {
          i++;
        } else {
          places[spliced.length()] = i;
          spliced.append(original.charAt(i));
        }
      }
      places[spliced.length()] = original.length();
      this.text = spliced.toString();
      this.offsets = places;
    } else {
      this.text = original;
      this.offsets = null;
    }
  }

  /** The tokens of a text whose lines end with {@code \n}. */
  static List<Token> tokens(String file, String text, Diagnostics diagnostics) {
    Lexer lexer = new Lexer(file, text, diagnostics);
    lexer.run();
    return lexer.tokens;
  }

  private void run() {
    while (position < text.length()) {
      char c = text.charAt(position);
      if (c == '\n') {
        add(Token.Kind.NEWLINE, position, position + 1);
        space = false;
      } else if (c == ' ' || c == '\t' || c == '\f' || c == '\u000b' || c == '\r') {
        position++;
        space = true;
      } else if (text.startsWith("//", position)) {
        int end = text.indexOf('\n', position);
        position = end < 0 ? text.length() : end;
        space = true;
      } else if (text.startsWith("/*", position)) {
        skipComment();
      } else {
        scanToken(c);
      }
    }
    if (!tokens.isEmpty() && tokens.getLast().kind() != Token.Kind.NEWLINE) {
      add(Token.Kind.NEWLINE, position, position);
    }
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
      boolean prefix = end - start == 1 && (c == 'L' || c == 'u' || c == 'U');
      if (prefix && end < text.length() && isQuote(text.charAt(end))) {
        diagnostics.error(
            span(start, end + 1), "wide literals are not supported", "leave the prefix away");
      }
      add(Token.Kind.IDENTIFIER, start, end);
    } else if (isDigit(c) || c == '.' && start + 1 < text.length() && isDigitAt(start + 1)) {
      scanNumber(start);
    } else if (isQuote(c)) {
      scanQuoted(start, c);
    } else {
      String punctuator = punctuatorAt(start, c);
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
      if (!isIdentifierPart(c) && c != '.' && !exponent) {
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
    int from = offsets == null ? start : offsets[start];
    int to = offsets == null || end == start ? from + end - start : offsets[end - 1] + 1;
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

  private static int[] lineStarts(String text) {
    int[] starts = new int[16];
    int count = 1;
    for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      if (count == starts.length) {
        starts = Arrays.copyOf(starts, count * 2);
      }
      starts[count++] = at + 1;
    }
    return Arrays.copyOf(starts, count);
  }

  private static String[][] byFirstCharacter() {
    String[][] table = new String[128][0];
    for (String punctuator : PUNCTUATORS) {
      char first = punctuator.charAt(0);
      table[first] = Arrays.copyOf(table[first], table[first].length + 1);
      table[first][table[first].length - 1] = punctuator;
    }
    return table;
  }

  /** The longest punctuator at a position, or null. */
  private String punctuatorAt(int start, char first) {
    if (first < 128) {
      for (String punctuator : BY_FIRST_CHARACTER[first]) {
        if (text.startsWith(punctuator, start)) {
          return punctuator;
        }
      }
    }
    return null;
  }

  /** Whether two tokens that stand side by side make one, as {@code ##} wants. */
  static boolean isOneToken(String text) {
    List<Token> tokens = tokens("", text, new Diagnostics());
    return tokens.size() == 2;
  }

  private boolean isDigitAt(int index) {
    return isDigit(text.charAt(index));
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
