// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import dev.fencepost.source.InfixOperators;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.Lexicon;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextRange;
import dev.fencepost.source.TextScanner;
import java.util.Set;

/**
 * Reads formulas as SPIN's inline properties write them: {@code [] <> X !} (also {@code always},
 * {@code eventually}, {@code next}) bind strongest, then {@code U W V} ({@code until}, {@code
 * weakuntil}, {@code release}), then {@code &&}, then {@code ||}, then {@code ->} and {@code <->}
 * ({@code implies}, {@code equivalent}); operators of one strength group to the left.
 *
 * <p>Everything else is atoms, whose text goes to the {@link AtomReader}. An atom extends to the
 * next operator outside its own brackets. One that contains an operator of the logic stands in
 * braces: <code>[] {p->mark == 1}</code>.
 */
public final class FormulaParser {
  private static final Lexicon LEXICON =
      Lexicon.of("<->", "[]", "<>", "->", "&&", "||", "/\\", "\\/", "!=").quotes("\"'");

  private static final InfixOperators<LtlFormula> INFIX =
      new InfixOperators<LtlFormula>()
          .left(1, "->", LtlFormula::implies)
          .left(1, "implies", LtlFormula::implies)
          .left(1, "<->", LtlFormula::equivalent)
          .left(1, "equivalent", LtlFormula::equivalent)
          .left(2, "||", LtlFormula::or)
          .left(2, "\\/", LtlFormula::or)
          .left(3, "&&", LtlFormula::and)
          .left(3, "/\\", LtlFormula::and)
          .left(4, "U", LtlFormula.Until::new)
          .left(4, "until", LtlFormula.Until::new)
          .left(4, "W", LtlFormula::weakUntil)
          .left(4, "weakuntil", LtlFormula::weakUntil)
          .left(4, "V", LtlFormula.Release::new)
          .left(4, "release", LtlFormula.Release::new);

  /** The operators before one operand, but for the negation. */
  private static final Set<String> TEMPORAL =
      Set.of("[]", "always", "<>", "eventually", "X", "next");

  private final SourceText source;
  private final TextScanner lexemes;
  private final AtomReader atoms;

  /** Gives meaning to the atoms of a formula's text; the language of atoms is its own affair. */
  @FunctionalInterface
  public interface AtomReader {
    /**
     * What an atom stands for: mostly a {@link LtlFormula.Atom} that the reader has numbered, the
     * same for the same condition, from 0 up to {@link BuchiTranslation#MAX_ATOMS}.
     *
     * @param text as written, without white space at its ends
     */
    LtlFormula read(String text, SourceSpan span) throws InvalidInputException;
  }

  private FormulaParser(SourceText source, AtomReader atoms) throws InvalidInputException {
    this.source = source;
    this.atoms = atoms;
    lexemes = TextScanner.of(source, LEXICON);
  }

  /**
   * Reads a formula.
   *
   * @param start the place of the text's first character
   */
  public static LtlFormula parse(String text, SourceSpan start, AtomReader atoms)
      throws InvalidInputException {
    FormulaParser parser = new FormulaParser(new SourceText(start, text), atoms);
    LtlFormula formula = parser.implication();
    if (!parser.lexemes.atEnd()) {
      throw parser.error("the formula should end here", "is a parenthesis missing?");
    }
    return formula;
  }

  private LtlFormula implication() throws InvalidInputException {
    return INFIX.read(lexemes, this::unary);
  }

  private LtlFormula unary() throws InvalidInputException {
    return lexemes.nested(this::operand);
  }

  private LtlFormula operand() throws InvalidInputException {
    Lexeme next = lexemes.peek();
    if (next.is("(") && opensFormula(0)) {
      return parenthesis();
    }
    if (!isTemporal(next) && !(next.is("!") && negatesAll())) {
      return atom();
    }
    lexemes.take();
    LtlFormula operand = unary();
    return switch (next.text()) {
      case "!" -> LtlFormula.not(operand);
      case "[]", "always" -> LtlFormula.always(operand);
      case "<>", "eventually" -> LtlFormula.eventually(operand);
      default -> new LtlFormula.Next(operand);
    };
  }

  private static boolean isTemporal(Lexeme lexeme) {
    return !lexeme.isQuoted() && TEMPORAL.contains(lexeme.text());
  }

  /** Whether a lexeme stands behind an operand. */
  private static boolean endsOperand(Lexeme lexeme) {
    return lexeme.is(")") || INFIX.has(lexeme);
  }

  private LtlFormula parenthesis() throws InvalidInputException {
    lexemes.take();
    LtlFormula inner = implication();
    if (!lexemes.accept(")")) {
      throw error("a closing parenthesis is missing here", "");
    }
    return inner;
  }

  /** Whether a parenthesis encloses a formula, and does not begin an atom. */
  private boolean opensFormula(int ahead) {
    Lexeme behind = lexemes.peek(behindBrackets(ahead));
    return behind.isEnd() || endsOperand(behind);
  }

  /** Whether the next sign of negation applies to a whole operand, and is no part of an atom. */
  private boolean negatesAll() {
    Lexeme next = lexemes.peek(1);
    return next.is("!")
        || isTemporal(next)
        || endsOperand(next)
        || next.is("(") && opensFormula(1)
        || isPrimary(1, endOfAtom(1));
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

  /** Takes the next atom, in braces or not. */
  private LtlFormula atom() throws InvalidInputException {
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
    String whole = source.text(new TextRange(from, to));
    String text = whole.strip();
    if (text.isEmpty()) {
      throw error("an operand is missing here", "");
    }
    int start = from + whole.length() - whole.stripLeading().length();
    return switch (text) {
      case "true" -> LtlFormula.constant(true);
      case "false" -> LtlFormula.constant(false);
      default -> atoms.read(text, source.span(start, start + text.length()));
    };
  }

  private int endOfAtom(int from) {
    int at = from;
    while (true) {
      Lexeme lexeme = lexemes.peek(at);
      if (lexeme.isEnd() || lexeme.is("}") || isTemporal(lexeme) || endsOperand(lexeme)) {
        return at;
      }
      at = opens(lexeme) ? behindBrackets(at) : at + 1;
    }
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

  private InvalidInputException error(String message, String hint) {
    return TextScanner.error(lexemes.peek(), message, hint);
  }
}
