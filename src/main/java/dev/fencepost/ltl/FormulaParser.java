// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import dev.fencepost.ltl.FormulaScanner.AtomText;
import dev.fencepost.ltl.FormulaScanner.Operator;
import dev.fencepost.source.InfixOperators;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;

/**
 * Reads formulas as SPIN's inline properties write them: {@code [] <> X !} (also {@code always},
 * {@code eventually}, {@code next}) bind strongest, then {@code U W V} ({@code until}, {@code
 * weakuntil}, {@code release}), then {@code &&}, then {@code ||}, then {@code ->} and {@code <->}
 * ({@code implies}, {@code equivalent}); operators of one strength group to the left.
 *
 * <p>Everything else is atoms, whose text goes to the {@link AtomReader}. An atom that contains an
 * operator of the logic stands in braces: <code>[] {p->mark == 1}</code>.
 */
public final class FormulaParser {
  private static final InfixOperators<LtlFormula> OPERATORS =
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

  private final FormulaScanner scanner;
  private final AtomReader atoms;

  private FormulaParser(FormulaScanner scanner, AtomReader atoms) {
    this.scanner = scanner;
    this.atoms = atoms;
  }

  /**
   * Reads a formula.
   *
   * @param start the place of the text's first character
   */
  public static LtlFormula parse(String text, SourceSpan start, AtomReader atoms)
      throws InvalidInputException {
    FormulaParser parser = new FormulaParser(new FormulaScanner(text, start), atoms);
    LtlFormula formula = parser.implication();
    if (!parser.scanner.atEnd()) {
      throw parser.scanner.error("the formula should end here", "is a parenthesis missing?");
    }
    return formula;
  }

  private LtlFormula implication() throws InvalidInputException {
    return OPERATORS.read(scanner.lexemes(), this::unary);
  }

  private LtlFormula unary() throws InvalidInputException {
    return scanner.lexemes().nested(this::operand);
  }

  private LtlFormula operand() throws InvalidInputException {
    Operator next = scanner.peek();
    return switch (next) {
      case null -> atom();
      case ALWAYS -> LtlFormula.always(behind(next));
      case EVENTUALLY -> LtlFormula.eventually(behind(next));
      case NEXT -> new LtlFormula.Next(behind(next));
      case NOT -> scanner.negatesAll() ? LtlFormula.not(behind(next)) : atom();
      case OPEN -> scanner.opensFormula() ? parenthesis() : atom();
      case CLOSE, INFIX -> throw scanner.error("an operand is missing here", "");
    };
  }

  private LtlFormula behind(Operator operator) throws InvalidInputException {
    scanner.accept(operator);
    return unary();
  }

  private LtlFormula parenthesis() throws InvalidInputException {
    scanner.accept(Operator.OPEN);
    LtlFormula inner = implication();
    if (!scanner.accept(Operator.CLOSE)) {
      throw scanner.error("a closing parenthesis is missing here", "");
    }
    return inner;
  }

  private LtlFormula atom() throws InvalidInputException {
    AtomText atom = scanner.atom();
    if (atom.text().isEmpty()) {
      throw scanner.error("an operand is missing here", "");
    }
    return switch (atom.text()) {
      case "true" -> LtlFormula.constant(true);
      case "false" -> LtlFormula.constant(false);
      default -> atoms.read(atom.text(), atom.span());
    };
  }
}
