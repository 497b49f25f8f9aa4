// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import dev.fencepost.ltl.Formula.And;
import dev.fencepost.ltl.Formula.Atom;
import dev.fencepost.ltl.Formula.False;
import dev.fencepost.ltl.Formula.Next;
import dev.fencepost.ltl.Formula.Not;
import dev.fencepost.ltl.Formula.Or;
import dev.fencepost.ltl.Formula.Release;
import dev.fencepost.ltl.Formula.True;
import dev.fencepost.ltl.Formula.Until;
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
  private static final Comparator<Formula> BY_TEXT = Comparator.comparing(Formula::toString);

  private Simplification() {}

  static Formula simplify(Formula formula) {
    return switch (formula) {
      case True t -> t;
      case False f -> f;
      case Atom atom -> atom;
      case Not literal -> literal;
      case And(List<Formula> operands) ->
          and(operands.stream().map(Simplification::simplify).toList());
      case Or(List<Formula> operands) ->
          or(operands.stream().map(Simplification::simplify).toList());
      case Next(Formula operand) -> next(simplify(operand));
      case Until(Formula left, Formula right) -> until(simplify(left), simplify(right));
      case Release(Formula left, Formula right) -> release(simplify(left), simplify(right));
    };
  }

  private static Formula or(List<Formula> operands) {
    return NormalForm.negated(and(operands.stream().map(NormalForm::negated).toList()));
  }

  private static Formula release(Formula left, Formula right) {
    return NormalForm.negated(until(NormalForm.negated(left), NormalForm.negated(right)));
  }

  private static Formula next(Formula operand) {
    return Implication.ignoresPrefixes(operand) ? operand : new Next(operand);
  }

  private static Formula always(Formula operand) {
    return release(Formula.constant(false), operand);
  }

  private static Formula and(List<Formula> operands) {
    SequencedSet<Formula> flat = new LinkedHashSet<>();
    for (Formula operand : operands) {
      flat.addAll(operand instanceof And(List<Formula> inner) ? inner : List.of(operand));
    }
    List<Formula> list = new ArrayList<>(flat);
    list.sort(BY_TEXT);
    for (int i = 0; i < list.size(); i++) {
      for (int j = i + 1; j < list.size(); j++) {
        Formula merged = merged(list.get(i), list.get(j));
        if (merged != null) {
          list.set(i, merged);
          list.remove(j);
          return and(list);
        }
      }
    }
    return switch (list.size()) {
      case 0 -> Formula.constant(true);
      case 1 -> list.getFirst();
      default -> new And(list);
    };
  }

  /** One formula that is the conjunction of the two, or null where no rule gives one. */
  private static @Nullable Formula merged(Formula one, Formula other) {
    if (Implication.implies(one, other)) {
      return one;
    }
    if (Implication.implies(other, one)) {
      return other;
    }
    if (Implication.implies(one, NormalForm.negated(other))) {
      return Formula.constant(false);
    }
    if (one instanceof Next(Formula a) && other instanceof Next(Formula b)) {
      return next(and(List.of(a, b)));
    }
    if (one instanceof Release(Formula a, Formula b)
        && other instanceof Release(Formula c, Formula d)
        && a.equals(c)) {
      boolean apart = Implication.ignoresPrefixes(one) || Implication.ignoresPrefixes(other);
      return apart ? null : release(a, and(List.of(b, d)));
    }
    if (one instanceof Until(Formula a, Formula b)
        && other instanceof Until(Formula c, Formula d)) {
      return merged(a, b, c, d);
    }
    return null;
  }

  private static @Nullable Formula merged(Formula a, Formula b, Formula c, Formula d) {
    if (b.equals(d)) {
      return until(and(List.of(a, c)), b);
    }
    boolean eventually = a instanceof True && c instanceof True;
    return eventually && isAlways(b) && isAlways(d)
        ? until(Formula.constant(true), and(List.of(b, d)))
        : null;
  }

  private static boolean isAlways(Formula formula) {
    return formula instanceof Release(Formula left, Formula right) && left instanceof False;
  }

  private static Formula until(Formula left, Formula right) {
    if (Implication.isEventual(right) || Implication.implies(left, right)) {
      return right;
    }
    boolean weakest = left instanceof True;
    if (!weakest && Implication.implies(NormalForm.negated(right), left)) {
      return until(Formula.constant(true), right);
    }
    if (right instanceof Next(Formula next) && (weakest || left instanceof Next)) {
      return next(until(left instanceof Next(Formula before) ? before : left, next));
    }
    if (right instanceof Until(Formula inner, Formula last)) {
      if (Implication.implies(left, inner)) {
        return right;
      }
      if (Implication.implies(inner, left)) {
        return until(left, last);
      }
    }
    if (left instanceof Or(List<Formula> sides)) {
      List<Formula> needed = without(sides, side -> Implication.implies(side, right));
      if (needed.size() < sides.size()) {
        return until(or(needed), right);
      }
    }
    Formula freed = freed(left, right);
    return freed == null ? new Until(left, right) : freed;
  }

  /** Takes out of the right side of an until what need not be in it, or gives null. */
  private static @Nullable Formula freed(Formula left, Formula right) {
    return switch (right) {
      case Or(List<Formula> sides) -> {
        List<Formula> kept = without(sides, Implication::isEventual);
        yield kept.size() == sides.size()
            ? null
            : or(with(without(sides, kept::contains), until(left, or(kept))));
      }
      case And(List<Formula> sides) -> {
        List<Formula> kept = without(sides, Implication::ignoresPrefixes);
        yield kept.size() == sides.size()
            ? null
            : and(with(without(sides, kept::contains), until(left, and(kept))));
      }
      case Release(Formula released, Formula always) ->
          left instanceof True && released instanceof False ? persistently(always) : null;
      case True t -> null;
      case False f -> null;
      case Atom atom -> null;
      case Not not -> null;
      case Next next -> null;
      case Until until -> null;
    };
  }

  /** {@code <> [] formula}: what is universal in it need only come true, and so on. */
  private static @Nullable Formula persistently(Formula formula) {
    if (formula instanceof Or(List<Formula> sides)) {
      List<Formula> kept = without(sides, Implication::isUniversal);
      if (kept.size() < sides.size()) {
        Formula rest = until(Formula.constant(true), always(or(kept)));
        return or(
            with(List.of(rest), until(Formula.constant(true), or(without(sides, kept::contains)))));
      }
    }
    if (formula instanceof And(List<Formula> sides)) {
      List<Formula> kept = without(sides, Implication::isEventual);
      if (kept.size() < sides.size()) {
        Formula rest = until(Formula.constant(true), always(and(kept)));
        return and(with(List.of(rest), always(and(without(sides, kept::contains)))));
      }
    }
    return null;
  }

  private static List<Formula> without(List<Formula> formulas, Predicate<Formula> unwanted) {
    return formulas.stream().filter(unwanted.negate()).toList();
  }

  private static List<Formula> with(List<Formula> formulas, Formula more) {
    List<Formula> all = new ArrayList<>(formulas);
    all.add(more);
    return all;
  }
}
