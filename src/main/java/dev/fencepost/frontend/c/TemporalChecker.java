// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ltl.BuchiTranslation;
import dev.fencepost.ltl.FormulaParser;
import dev.fencepost.ltl.LtlFormula;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;

/** Checks a function {@code fencepost_ltl_NAME}: the text of a formula whose atoms are C. */
final class TemporalChecker {
  private final CheckContext context;
  private final ExpressionChecker expressions;
  private final List<String> texts = new ArrayList<>();
  private final List<Typed> atoms = new ArrayList<>();

  TemporalChecker(CheckContext context, ExpressionChecker expressions) {
    this.context = context;
    this.expressions = expressions;
  }

  void check(CStatement body, Function function) {
    LtlFormula formula = LtlFormula.constant(true);
    SourceSpan span = function.span();
    if (body instanceof CStatement.Block block
        && block.statements().size() == 1
        && block.statements().getFirst() instanceof CStatement.Return result
        && result.value() instanceof CExpression.Text text) {
      formula = formula(text);
      span = text.span();
    } else {
      context.error(
          span,
          "a temporal property is a formula in quotes",
          "write FENCEPOST_LTL(name, \"[] <> {x == 1}\")");
    }
    function.define(new StatedFormula(formula, atoms, span));
  }

  private LtlFormula formula(CExpression.Text text) {
    SourceSpan span = text.span();
    boolean asWritten =
        span.line() == span.endLine()
            && span.endColumn() - span.column() == text.text().length() + 2;
    SourceSpan start =
        asWritten ? SourceSpan.at(span.file(), span.line(), span.column() + 1, 0) : SourceSpan.NONE;
    try {
      return FormulaParser.parse(
          text.text(), start, (atom, place) -> atom(atom, asWritten ? place : span));
    } catch (InvalidInputException invalid) {
      for (Diagnostic problem : invalid.diagnostics()) {
        context.error(asWritten ? problem.span() : span, problem.message(), problem.hint());
      }
      return LtlFormula.constant(true);
    }
  }

  /** Equal atoms are one. */
  private LtlFormula atom(String text, SourceSpan place) {
    int known = texts.indexOf(text);
    if (known >= 0) {
      return new LtlFormula.Atom(known);
    }
    if (atoms.size() == BuchiTranslation.MAX_ATOMS) {
      context.error(
          place,
          "the formula has more than " + BuchiTranslation.MAX_ATOMS + " conditions",
          "split it into several properties");
      return LtlFormula.constant(true);
    }
    CExpression expression = context.parse(text, place);
    texts.add(text);
    atoms.add(expression == null ? new Typed.Invalid(place) : expressions.condition(expression));
    return new LtlFormula.Atom(atoms.size() - 1);
  }
}
