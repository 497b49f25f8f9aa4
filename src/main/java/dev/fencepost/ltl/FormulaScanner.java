// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.List;

/**
 * Cuts a formula's text into operators and atoms. An atom is text up to the next operator that is
 * not inside brackets of the atom's own.
 */
final class FormulaScanner {

  /** A word or sign of the logic. */
  enum Operator {
    ALWAYS("[]", "always"),
    EVENTUALLY("<>", "eventually"),
    NEXT("X", "next"),
    UNTIL("U", "until"),
    WEAK_UNTIL("W", "weakuntil"),
    RELEASE("V", "release"),
    EQUIVALENT("<->", "equivalent"),
    IMPLIES("->", "implies"),
    AND("&&", "/\\"),
    OR("||", "\\/"),
    NOT("!", "!"),
    OPEN("(", "("),
    CLOSE(")", ")");

    private final String sign;
    private final String word;

    Operator(String sign, String word) {
      this.sign = sign;
      this.word = word;
    }

    boolean isUnary() {
      return this == ALWAYS || this == EVENTUALLY || this == NEXT || this == NOT;
    }
  }

  private final String text;
  private final SourceSpan start;
  private int position;

  /**
   * @param start the place of the text's first character
   */
  FormulaScanner(String text, SourceSpan start) {
    this.text = text;
    this.start = start;
  }

  /** The operator that comes next, or null where none does; {@link #take} goes behind it. */
  Operator peek() {
    position = skipSpace(position);
    return operatorAt(position);
  }

  void take(Operator operator) {
    position += spelling(operator, position).length();
  }

  boolean atEnd() {
    position = skipSpace(position);
    return position == text.length();
  }

  /** Whether the parenthesis that comes next holds a formula, and is not the start of an atom. */
  boolean opensFormula() {
    int behind = skipBrackets(position);
    if (behind < 0) {
      return true;
    }
    int next = skipSpace(behind);
    Operator operator = operatorAt(next);
    return next == text.length()
        || operator != null && !operator.isUnary() && operator != Operator.OPEN;
  }

  /** Whether what follows the sign of negation is all that it can apply to. */
  boolean negatesAll() {
    int from = skipSpace(position + 1);
    Operator operator = operatorAt(from);
    if (operator != null && operator != Operator.OPEN) {
      return true;
    }
    int before = position;
    position = from;
    boolean formula = operator == Operator.OPEN && opensFormula();
    int end = endOfAtom(from);
    position = before;
    return formula || end <= from || isPrimary(text.substring(from, end).strip());
  }

  private static boolean isPrimary(String atom) {
    int depth = 0;
    for (int i = 0; i < atom.length(); i++) {
      char c = atom.charAt(i);
      depth += "([".indexOf(c) >= 0 ? 1 : 0;
      depth -= ")]".indexOf(c) >= 0 ? 1 : 0;
      if (depth == 0 && !isWordPart(c) && ")].:@\"".indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  /** The text of the atom that comes next, in braces or not; nothing where none does. */
  String atom() {
    position = skipSpace(position);
    int from = position;
    if (from < text.length() && text.charAt(from) == '{') {
      int behind = skipBrackets(from);
      position = behind < 0 ? text.length() : behind;
      return behind < 0 ? "" : text.substring(from + 1, behind - 1).strip();
    }
    position = Math.max(from, endOfAtom(from));
    return text.substring(from, position).strip();
  }

  private int endOfAtom(int from) {
    int at = from;
    while (at < text.length()) {
      char c = text.charAt(at);
      Operator operator = operatorAt(at);
      boolean belongs = operator == Operator.NOT || operator == Operator.OPEN;
      if (operator != null && !belongs || c == '}') {
        break;
      }
      at = c == '(' || c == '[' || c == '"' ? skipBrackets(at) : at + lengthOfWord(at);
      if (at < 0) {
        return text.length();
      }
    }
    return at;
  }

  private int lengthOfWord(int at) {
    int end = at;
    while (end < text.length() && isWordPart(text.charAt(end))) {
      end++;
    }
    return Math.max(1, end - at);
  }

  private static boolean isWordPart(char c) {
    return c == '_' || Character.isLetterOrDigit(c);
  }

  /** Behind the bracket or quote that closes the one here, or -1. */
  private int skipBrackets(int from) {
    int depth = 0;
    boolean quoted = false;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (!quoted) {
        depth += "([{".indexOf(c) >= 0 ? 1 : 0;
        depth -= ")]}".indexOf(c) >= 0 ? 1 : 0;
      }
      if (depth == 0 && !quoted) {
        return i + 1;
      }
    }
    return -1;
  }

  private Operator operatorAt(int at) {
    for (Operator operator : Operator.values()) {
      if (spelling(operator, at) != null) {
        return operator == Operator.NOT && text.startsWith("!=", at) ? null : operator;
      }
    }
    return null;
  }

  private String spelling(Operator operator, int at) {
    for (String spelling : List.of(operator.sign, operator.word)) {
      if (text.startsWith(spelling, at)
          && !(isWordPart(spelling.charAt(0)) && lengthOfWord(at) != spelling.length())) {
        return spelling;
      }
    }
    return null;
  }

  private int skipSpace(int from) {
    int at = from;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  int position() {
    return position;
  }

  /** The place of a piece of the text. */
  SourceSpan span(int from, int length) {
    if (start.equals(SourceSpan.NONE)) {
      return start;
    }
    int line = start.line();
    int column = start.column();
    for (int i = 0; i < from; i++) {
      boolean newLine = text.charAt(i) == '\n';
      line += newLine ? 1 : 0;
      column = newLine ? 1 : column + 1;
    }
    return SourceSpan.at(start.file(), line, column, length);
  }

  InvalidInputException error(String message, String hint) {
    return new InvalidInputException(new Diagnostic(span(position, 1), message, hint));
  }
}
