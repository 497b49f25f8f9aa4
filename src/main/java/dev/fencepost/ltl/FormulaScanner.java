// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.Lexicon;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextRange;
import dev.fencepost.source.TextScanner;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a formula's text into operators and atoms. An atom extends to the next operator outside the
 * atom's own brackets.
 */
final class FormulaScanner {
  private static final Lexicon LEXICON =
      Lexicon.of("<->", "[]", "<>", "->", "&&", "||", "/\\", "\\/", "!=").quotes("\"'");

  /** An operator of the logic, in all its spellings. */
  enum Operator {
    ALWAYS("[] always"),
    EVENTUALLY("<> eventually"),
    NEXT("X next"),
    NOT("!"),
    OPEN("("),
    CLOSE(")"),
    /** One of those between two operands. */
    INFIX("U until W weakuntil V release <-> equivalent -> implies && /\\ || \\/");

    private final String spellings;

    Operator(String spellings) {
      this.spellings = spellings;
    }

    private boolean isSpelled(Lexeme lexeme) {
      return Arrays.stream(spellings.split(" ", -1)).anyMatch(lexeme::is);
    }

    boolean isUnary() {
      return this == ALWAYS || this == EVENTUALLY || this == NEXT || this == NOT;
    }
  }

  /** An atom's text, without white space around it, and its place. */
  record AtomText(String text, SourceSpan span) {}

  private final SourceText source;
  private final TextScanner lexemes;

  /**
   * @param start the place of the text's first character
   */
  FormulaScanner(String text, SourceSpan start) throws InvalidInputException {
    source = new SourceText(start, text);
    lexemes = TextScanner.of(source, LEXICON);
  }

  TextScanner lexemes() {
    return lexemes;
  }

  /** The next operator, or null where an atom or the end follows. */
  @Nullable Operator peek() {
    return operator(0);
  }

  boolean accept(Operator operator) {
    boolean found = peek() == operator;
    if (found) {
      lexemes.take();
    }
    return found;
  }

  boolean atEnd() {
    return lexemes.atEnd();
  }

  private @Nullable Operator operator(int ahead) {
    Lexeme lexeme = lexemes.peek(ahead);
    for (Operator operator : Operator.values()) {
      if (operator.isSpelled(lexeme)) {
        return operator;
      }
    }
    return null;
  }

  /** Whether the next parenthesis encloses a formula, and does not begin an atom. */
  boolean opensFormula() {
    return opensFormula(0);
  }

  private boolean opensFormula(int ahead) {
    int behind = behindBrackets(ahead);
    Operator next = operator(behind);
    return lexemes.peek(behind).isEnd() || next != null && !next.isUnary() && next != Operator.OPEN;
  }

  /** Whether the next sign of negation applies to a whole operand, and is no part of an atom. */
  boolean negatesAll() {
    Operator next = operator(1);
    if (next != null && next != Operator.OPEN) {
      return true;
    }
    return next == Operator.OPEN && opensFormula(1) || isPrimary(1, endOfAtom(1));
  }

  /** Whether lexemes form a name, with brackets and labels but without operators. */
  private boolean isPrimary(int from, int to) {
    for (int i = from; i < to; i++) {
      Lexeme lexeme = lexemes.peek(i);
      boolean joined = i == from || lexemes.peek(i - 1).end() == lexeme.start();
      if (opens(lexeme)) {
        i = behindBrackets(i) - 1;
      } else if (!joined || lexeme.kind() == Lexeme.Kind.SIGN && ".:@".indexOf(lexeme.text()) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Takes the next atom, in braces or not; its text is empty where none follows. */
  AtomText atom() {
    boolean braces = lexemes.at("{");
    int count = braces ? behindBrackets(0) : endOfAtom(0);
    int from = lexemes.peek().start();
    int to = count == 0 ? from : lexemes.peek(count - 1).end();
    if (braces) {
      boolean closed = lexemes.peek(count - 1).is("}");
      from = closed ? from + 1 : to;
      to = closed ? to - 1 : to;
    }
    lexemes.moveTo(lexemes.position() + count);
    String text = source.text(new TextRange(from, to));
    int start = from + text.length() - text.stripLeading().length();
    return new AtomText(text.strip(), source.span(start, start + text.strip().length()));
  }

  private int endOfAtom(int from) {
    int at = from;
    while (!lexemes.peek(at).isEnd() && !lexemes.peek(at).is("}")) {
      Operator operator = operator(at);
      if (operator != null && operator != Operator.NOT && operator != Operator.OPEN) {
        break;
      }
      at = opens(lexemes.peek(at)) ? behindBrackets(at) : at + 1;
    }
    return at;
  }

  private static boolean opens(Lexeme lexeme) {
    return lexeme.is("(") || lexeme.is("[") || lexeme.is("{");
  }

  /** The lexeme behind the partner of the bracket here; the end where it has none. */
  private int behindBrackets(int from) {
    int depth = 0;
    int at = from;
    do {
      Lexeme lexeme = lexemes.peek(at);
      if (lexeme.isEnd()) {
        return at;
      }
      depth += opens(lexeme) ? 1 : 0;
      depth -= lexeme.is(")") || lexeme.is("]") || lexeme.is("}") ? 1 : 0;
      at++;
    } while (depth > 0);
    return at;
  }

  InvalidInputException error(String message, String hint) {
    return TextScanner.error(lexemes.peek(), message, hint);
  }
}
