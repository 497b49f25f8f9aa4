// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;

/** Cuts a text into tokens; every line ends in a token of its own. */
final class Lexer {
  private static final List<String> PUNCTUATORS =
      List.of(
          "<->", "->", "::", "..", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "++", "--", "!!",
          "??", "##", "/\\", "\\/");

  private final String file;
  private final String text;
  private final Diagnostics diagnostics;
  private final List<Token> tokens = new ArrayList<>();
  private int at;
  private int line = 1;
  private int lineStart;
  private boolean space;

  private Lexer(String file, String text, Diagnostics diagnostics) {
    this.file = file;
    this.text = text;
    this.diagnostics = diagnostics;
  }

  static List<Token> tokens(String file, String text, Diagnostics diagnostics) {
    return new Lexer(file, text.replace("\r\n", "\n"), diagnostics).run();
  }

  private List<Token> run() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\n') {
        add(Token.Kind.NEWLINE, 1);
        newLine();
      } else if (text.startsWith("\\\n", at)) {
        at += 2;
        newLine();
        space = true;
      } else if (Character.isWhitespace(c)) {
        at++;
        space = true;
      } else if (text.startsWith("//", at)) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (text.startsWith("/*", at)) {
        comment();
      } else {
        token(c);
      }
    }
    add(Token.Kind.NEWLINE, 0);
    return tokens;
  }

  private void newLine() {
    line++;
    lineStart = at;
  }

  private void comment() {
    int end = text.indexOf("*/", at + 2);
    if (end < 0) {
      diagnostics.error(place(2), "this comment does not end", "close it with */");
      end = text.length() - 2;
    }
    for (; at < end + 2; at++) {
      if (text.charAt(at) == '\n') {
        line++;
        lineStart = at + 1;
      }
    }
    space = true;
  }

  private void token(char c) {
    if (Character.isLetter(c) || c == '_') {
      add(Token.Kind.NAME, run(at));
    } else if (Character.isDigit(c)) {
      add(Token.Kind.NUMBER, run(at));
    } else if (c == '"') {
      add(Token.Kind.STRING, quoted('"'));
    } else if (c == '\'') {
      character();
    } else {
      add(Token.Kind.PUNCTUATOR, punctuator());
    }
  }

  private int run(int from) {
    int end = from;
    while (end < text.length()
        && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
      end++;
    }
    return end - from;
  }

  private int quoted(char quote) {
    int end = at + 1;
    while (end < text.length() && text.charAt(end) != quote && text.charAt(end) != '\n') {
      end += text.charAt(end) == '\\' ? 2 : 1;
    }
    if (end >= text.length() || text.charAt(end) != quote) {
      diagnostics.error(place(1), "this text does not end", "close it with " + quote);
      return Math.min(end, text.length()) - at;
    }
    return end + 1 - at;
  }

  private void character() {
    int length = quoted('\'');
    String inside = text.substring(at + 1, Math.max(at + 1, at + length - 1));
    SourceSpan span = place(length);
    int value = inside.isEmpty() ? 0 : inside.charAt(0);
    if (inside.startsWith("\\") && inside.length() > 1) {
      value =
          switch (inside.charAt(1)) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'f' -> '\f';
            case '0' -> 0;
            default -> inside.charAt(1);
          };
    }
    tokens.add(new Token(Token.Kind.NUMBER, Integer.toString(value), span, space));
    at += length;
    space = false;
  }

  private int punctuator() {
    for (String candidate : PUNCTUATORS) {
      if (text.startsWith(candidate, at)) {
        return candidate.length();
      }
    }
    return 1;
  }

  private SourceSpan place(int length) {
    return SourceSpan.at(file, line, at - lineStart + 1, length);
  }

  private void add(Token.Kind kind, int length) {
    String spelling = text.substring(at, at + length);
    if (kind == Token.Kind.PUNCTUATOR) {
      spelling = spelling.equals("/\\") ? "&&" : spelling.equals("\\/") ? "||" : spelling;
    }
    tokens.add(new Token(kind, spelling, place(length), space));
    at += length;
    space = false;
  }
}
