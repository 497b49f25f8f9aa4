// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import dev.fencepost.ltl.FormulaScanner.AtomText;
import dev.fencepost.ltl.FormulaScanner.Operator;
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
  private static final int MAX_DEPTH = 200;

  private final FormulaScanner scanner;
  private final AtomReader atoms;
  private int depth;

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
    if (++depth > MAX_DEPTH) {
      throw scanner.error("the formula is nested too deeply", "");
    }
    LtlFormula left = disjunction();
    while (true) {
      if (scanner.accept(Operator.IMPLIES)) {
        left = LtlFormula.implies(left, disjunction());
      } else if (scanner.accept(Operator.EQUIVALENT)) {
        left = LtlFormula.equivalent(left, disjunction());
      } else {
        depth--;
        return left;
      }
    }
  }

  private LtlFormula disjunction() throws InvalidInputException {
    LtlFormula left = conjunction();
    while (scanner.accept(Operator.OR)) {
      left = LtlFormula.or(left, conjunction());
    }
    return left;
  }

  private LtlFormula conjunction() throws InvalidInputException {
    LtlFormula left = until();
    while (scanner.accept(Operator.AND)) {
      left = LtlFormula.and(left, until());
    }
    return left;
  }

  private LtlFormula until() throws InvalidInputException {
    LtlFormula left = unary();
    while (true) {
      if (scanner.accept(Operator.UNTIL)) {
        left = new LtlFormula.Until(left, unary());
      } else if (scanner.accept(Operator.WEAK_UNTIL)) {
        left = LtlFormula.weakUntil(left, unary());
      } else if (scanner.accept(Operator.RELEASE)) {
        left = new LtlFormula.Release(left, unary());
      } else {
        return left;
      }
    }
  }

  private LtlFormula unary() throws InvalidInputException {
    if (++depth > MAX_DEPTH) {
      throw scanner.error("the formula is nested too deeply", "");
    }
    LtlFormula formula = operand();
    depth--;
    return formula;
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
      case CLOSE, UNTIL, WEAK_UNTIL, RELEASE, EQUIVALENT, IMPLIES, AND, OR ->
          throw scanner.error("an operand is missing here", "");
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
