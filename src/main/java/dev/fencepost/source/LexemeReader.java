// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source;

import dev.fencepost.budget.Budget;
import dev.fencepost.source.Lexeme.Kind;
import java.util.ArrayList;
import java.util.List;

/** Cuts a piece of a text into lexemes, the last of which is its end. */
final class LexemeReader {
  private final SourceText source;
  private final String text;
  private final int limit;
  private final Lexicon lexicon;
  private final List<Diagnostic> problems;
  private final List<Lexeme> lexemes = new ArrayList<>();
  private int at;

  LexemeReader(SourceText source, TextRange range, Lexicon lexicon, List<Diagnostic> problems) {
    this.source = source;
    this.text = source.text();
    this.at = range.start();
    this.limit = range.end();
    this.lexicon = lexicon;
    this.problems = problems;
  }

  /** All lexemes; what cannot be read becomes a problem and is skipped, up to a number of them. */
  List<Lexeme> read() {
    while (at < limit && problems.size() <= InvalidInputException.MOST) {
      Budget.ask();
      char c = text.charAt(at);
      if (Character.isWhitespace(c)) {
        at++;
      } else if (lexicon.comments() && text.startsWith("//", at)) {
        at = behind("\n", at);
      } else if (lexicon.comments() && text.startsWith("/*", at)) {
        comment();
      } else if (isWordPart(at)) {
        int end = endOfWord(at);
        add(Character.isDigit(c) && !lexicon.runs() ? Kind.NUMBER : Kind.WORD, end);
      } else if (lexicon.quotes().indexOf(c) >= 0) {
        quoted(c);
      } else {
        sign();
      }
    }
    int last = lexemes.isEmpty() ? limit : lexemes.getLast().end();
    lexemes.add(new Lexeme(Kind.END, "", limit, limit, source.span(last, last)));
    return lexemes;
  }

  private int behind(String mark, int from) {
    int end = text.indexOf(mark, from);
    return end < 0 ? limit : Math.min(end + mark.length(), limit);
  }

  private void comment() {
    int end = text.indexOf("*/", at + 2);
    if (end < 0 || end + 2 > limit) {
      problem(at + 2, "this comment does not end", "close it with */");
      at = limit;
    } else {
      at = end + 2;
    }
  }

  private void quoted(char quote) {
    int end = at + 1;
    while (end < limit && text.charAt(end) != quote && text.charAt(end) != '\n') {
      end += text.charAt(end) == '\\' ? 2 : 1;
    }
    if (end >= limit || text.charAt(end) != quote) {
      problem(at + 1, "this text in quotes does not end", "close it with " + quote);
      at = Math.min(end, limit);
      return;
    }
    SourceSpan span = source.span(at, end + 1);
    lexemes.add(new Lexeme(Kind.QUOTED, text.substring(at + 1, end), at, end + 1, span));
    at = end + 1;
  }

  private void sign() {
    String sign = lexicon.signs().at(text, at);
    int length = sign == null ? Character.charCount(text.codePointAt(at)) : sign.length();
    if (sign == null && lexicon.closed()) {
      problem(at + length, "unexpected character '" + text.substring(at, at + length) + "'", "");
      at += length;
    } else {
      add(Kind.SIGN, Math.min(at + length, limit));
    }
  }

  private int endOfWord(int start) {
    int end = start;
    while (end < limit && (isWordPart(end) || joins(end))) {
      end++;
    }
    return end;
  }

  private boolean joins(int index) {
    return lexicon.inWords().indexOf(text.charAt(index)) >= 0
        && index + 1 < limit
        && isWordPart(index + 1);
  }

  private boolean isWordPart(int index) {
    char c = text.charAt(index);
    return lexicon.runs()
        ? !Character.isWhitespace(c) && lexicon.quotes().indexOf(c) < 0
        : c == '_' || Character.isLetterOrDigit(c);
  }

  private void add(Kind kind, int end) {
    lexemes.add(new Lexeme(kind, text.substring(at, end), at, end, source.span(at, end)));
    at = end;
  }

  private void problem(int end, String message, String hint) {
    problems.add(new Diagnostic(source.span(at, end), message, hint));
  }
}
