// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import dev.fencepost.ltl.LtlFormula.And;
import dev.fencepost.ltl.LtlFormula.Atom;
import dev.fencepost.ltl.LtlFormula.False;
import dev.fencepost.ltl.LtlFormula.Next;
import dev.fencepost.ltl.LtlFormula.Not;
import dev.fencepost.ltl.LtlFormula.Or;
import dev.fencepost.ltl.LtlFormula.Release;
import dev.fencepost.ltl.LtlFormula.True;
import dev.fencepost.ltl.LtlFormula.Until;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites formulas in normal form to equivalent ones with fewer temporal operators, bottom-up
 * (Etessami and Holzmann 2000; Somenzi and Bloem 2000). Rules are stated for conjunction and until;
 * those for disjunction and release are their duals.
 */
final class Simplification {
  private static final Comparator<LtlFormula> BY_TEXT = Comparator.comparing(LtlFormula::text);

  private Simplification() {}

  static LtlFormula simplify(LtlFormula formula) {
    return switch (formula) {
      case True t -> t;
      case False f -> f;
      case Atom atom -> atom;
      case Not literal -> literal;
      case And(List<LtlFormula> operands) ->
          and(operands.stream().map(Simplification::simplify).toList());
      case Or(List<LtlFormula> operands) ->
          or(operands.stream().map(Simplification::simplify).toList());
      case Next(LtlFormula operand) -> next(simplify(operand));
      case Until(LtlFormula left, LtlFormula right) -> until(simplify(left), simplify(right));
      case Release(LtlFormula left, LtlFormula right) -> release(simplify(left), simplify(right));
    };
  }

  private static LtlFormula or(List<LtlFormula> operands) {
    return NormalForm.negated(and(operands.stream().map(NormalForm::negated).toList()));
  }

  private static LtlFormula release(LtlFormula left, LtlFormula right) {
    return NormalForm.negated(until(NormalForm.negated(left), NormalForm.negated(right)));
  }

  private static LtlFormula next(LtlFormula operand) {
    return Implication.ignoresPrefixes(operand) ? operand : new Next(operand);
  }

  private static LtlFormula always(LtlFormula operand) {
    return release(LtlFormula.constant(false), operand);
  }

  private static LtlFormula and(List<LtlFormula> operands) {
    SequencedSet<LtlFormula> flat = new LinkedHashSet<>();
    for (LtlFormula operand : operands) {
      flat.addAll(operand instanceof And(List<LtlFormula> inner) ? inner : List.of(operand));
    }
    List<LtlFormula> list = new ArrayList<>(flat);
    list.sort(BY_TEXT);
    for (int i = 0; i < list.size(); i++) {
      for (int j = i + 1; j < list.size(); j++) {
        LtlFormula merged = merged(list.get(i), list.get(j));
        if (merged != null) {
          list.set(i, merged);
          list.remove(j);
          return and(list);
        }
      }
    }
    return switch (list.size()) {
      case 0 -> LtlFormula.constant(true);
      case 1 -> list.getFirst();
      default -> new And(list);
    };
  }

  /** The conjunction as one formula, or null if no rule applies. */
  private static @Nullable LtlFormula merged(LtlFormula one, LtlFormula other) {
    if (Implication.implies(one, other)) {
      return one;
    }
    if (Implication.implies(other, one)) {
      return other;
    }
    if (Implication.implies(one, NormalForm.negated(other))) {
      return LtlFormula.constant(false);
    }
    if (one instanceof Next(LtlFormula a) && other instanceof Next(LtlFormula b)) {
      return next(and(List.of(a, b)));
    }
    if (one instanceof Release(LtlFormula a, LtlFormula b)
        && other instanceof Release(LtlFormula c, LtlFormula d)
        && a.equals(c)) {
      boolean apart = Implication.ignoresPrefixes(one) || Implication.ignoresPrefixes(other);
      return apart ? null : release(a, and(List.of(b, d)));
    }
    if (one instanceof Until(LtlFormula a, LtlFormula b)
        && other instanceof Until(LtlFormula c, LtlFormula d)) {
      return merged(a, b, c, d);
    }
    return null;
  }

  private static @Nullable LtlFormula merged(
      LtlFormula a, LtlFormula b, LtlFormula c, LtlFormula d) {
    if (b.equals(d)) {
      return until(and(List.of(a, c)), b);
    }
    boolean eventually = a instanceof True && c instanceof True;
    return eventually && isAlways(b) && isAlways(d)
        ? until(LtlFormula.constant(true), and(List.of(b, d)))
        : null;
  }

  private static boolean isAlways(LtlFormula formula) {
    return formula instanceof Release(LtlFormula left, LtlFormula right) && left instanceof False;
  }

  private static LtlFormula until(LtlFormula left, LtlFormula right) {
    if (Implication.isEventual(right) || Implication.implies(left, right)) {
      return right;
    }
    boolean weakest = left instanceof True;
    if (!weakest && Implication.implies(NormalForm.negated(right), left)) {
      return until(LtlFormula.constant(true), right);
    }
    if (right instanceof Next(LtlFormula next) && (weakest || left instanceof Next)) {
      return next(until(left instanceof Next(LtlFormula before) ? before : left, next));
    }
    if (right instanceof Until(LtlFormula inner, LtlFormula last)) {
      if (Implication.implies(left, inner)) {
        return right;
      }
      if (Implication.implies(inner, left)) {
        return until(left, last);
      }
    }
    if (left instanceof Or(List<LtlFormula> sides)) {
      List<LtlFormula> needed = without(sides, side -> Implication.implies(side, right));
      if (needed.size() < sides.size()) {
        return until(or(needed), right);
      }
    }
    LtlFormula freed = freed(left, right);
    return freed == null ? new Until(left, right) : freed;
  }

  /** Takes out of the right side of an until what need not be in it, or gives null. */
  private static @Nullable LtlFormula freed(LtlFormula left, LtlFormula right) {
    return switch (right) {
      case Or(List<LtlFormula> sides) -> {
        List<LtlFormula> kept = without(sides, Implication::isEventual);
        yield kept.size() == sides.size()
            ? null
            : or(with(without(sides, kept::contains), until(left, or(kept))));
      }
      case And(List<LtlFormula> sides) -> {
        List<LtlFormula> kept = without(sides, Implication::ignoresPrefixes);
        yield kept.size() == sides.size()
            ? null
            : and(with(without(sides, kept::contains), until(left, and(kept))));
      }
      case Release(LtlFormula released, LtlFormula always) ->
          left instanceof True && released instanceof False ? persistently(always) : null;
      default -> null;
    };
  }

  /** {@code <> [] formula}: what is universal in it need only come true, and so on. */
  private static @Nullable LtlFormula persistently(LtlFormula formula) {
    if (formula instanceof Or(List<LtlFormula> sides)) {
      List<LtlFormula> kept = without(sides, Implication::isUniversal);
      if (kept.size() < sides.size()) {
        LtlFormula rest = until(LtlFormula.constant(true), always(or(kept)));
        return or(
            with(
                List.of(rest),
                until(LtlFormula.constant(true), or(without(sides, kept::contains)))));
      }
    }
    if (formula instanceof And(List<LtlFormula> sides)) {
      List<LtlFormula> kept = without(sides, Implication::isEventual);
      if (kept.size() < sides.size()) {
        LtlFormula rest = until(LtlFormula.constant(true), always(and(kept)));
        return and(with(List.of(rest), always(and(without(sides, kept::contains)))));
      }
    }
    return null;
  }

  private static List<LtlFormula> without(
      List<LtlFormula> formulas, Predicate<LtlFormula> unwanted) {
    return formulas.stream().filter(unwanted.negate()).toList();
  }

  private static List<LtlFormula> with(List<LtlFormula> formulas, LtlFormula more) {
    List<LtlFormula> all = new ArrayList<>(formulas);
    all.add(more);
    return all;
  }
}
