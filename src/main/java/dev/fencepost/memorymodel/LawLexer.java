// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;

/** Splits a model file into tokens; comments run from {@code //} to the end of the line. */
final class LawLexer {
  private static final List<String> SYMBOLS =
      List.of(
          "=>", "!=", "<", "=", "(", ")", "[", "]", "{", "}", ",", ";", ":", ".", "!", "|", "-");

  private final String file;
  private final String text;
  private final List<Diagnostic> diagnostics;
  private final List<LawToken> tokens = new ArrayList<>();
  private int at;
  private int line = 1;
  private int lineStart;

  LawLexer(String file, String text, List<Diagnostic> diagnostics) {
    this.file = file;
    this.text = text;
    this.diagnostics = diagnostics;
  }

  List<LawToken> tokens() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\n') {
        line++;
        at++;
        lineStart = at;
      } else if (Character.isWhitespace(c)) {
        at++;
      } else if (text.startsWith("//", at)) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (c == '"') {
        string();
      } else if (isWordStart(c)) {
        word();
      } else {
        symbol();
      }
    }
    tokens.add(new LawToken(LawToken.Type.END, "the end of the file", span(0)));
    return tokens;
  }

  private SourceSpan span(int length) {
    return SourceSpan.at(file, line, at - lineStart + 1, length);
  }

  private static boolean isWordStart(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }

  /** Words may have hyphens inside: {@code multi-copy}, {@code rmo-no}. */
  private void word() {
    int end = at;
    while (end < text.length()
        && (isWordStart(text.charAt(end))
            || text.charAt(end) == '-'
                && end + 1 < text.length()
                && (isWordStart(text.charAt(end + 1)) || text.charAt(end + 1) == '{'))) {
      end++;
    }
    add(LawToken.Type.WORD, text.substring(at, end), end - at);
  }

  private void string() {
    int end = text.indexOf('"', at + 1);
    int newline = text.indexOf('\n', at);
    if (end < 0 || newline >= 0 && newline < end) {
      diagnostics.add(new Diagnostic(span(1), "this text has no end", "close it with \""));
      at = newline < 0 ? text.length() : newline;
      return;
    }
    add(LawToken.Type.STRING, text.substring(at + 1, end), end + 1 - at);
  }

  private void symbol() {
    for (String symbol : SYMBOLS) {
      if (text.startsWith(symbol, at)) {
        add(LawToken.Type.SYMBOL, symbol, symbol.length());
        return;
      }
    }
    diagnostics.add(new Diagnostic(span(1), "unexpected character '" + text.charAt(at) + "'"));
    at++;
  }

  private void add(LawToken.Type type, String value, int length) {
    tokens.add(new LawToken(type, value, span(length)));
    at += length;
  }
}
