// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import dev.fencepost.memorymodel.Formula.Variable;
import dev.fencepost.memorymodel.LawCompiler.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A law over all choices for its variables, chosen in one order: the first may be given. Each
 * conjunct of the premise is evaluated as soon as its variables are chosen, so that most choices
 * end early.
 */
public final class LawChoices<T extends LawAlgebra.Value<T>> {
  private final LawAlgebra<T> algebra;
  private final LawRange[] ranges;

  /** The conjuncts of the premise, by the last variable that they depend on. */
  private final Condition<T>[][] premises;

  private final Condition<T> conclusion;
  private final int[] chosen = new int[Law.MOST_VARIABLES];

  /**
   * @param first the variables that come first; the others follow in the law's order
   * @param bits gives the classes of the program that a pattern matches
   */
  public LawChoices(
      LawAlgebra<T> algebra, Law law, List<Variable> first, ToLongFunction<Pattern> bits) {
    this.algebra = algebra;
    List<Variable> order = new ArrayList<>(first);
    law.variables().stream().filter(variable -> !first.contains(variable)).forEach(order::add);
    ranges = order.stream().map(v -> LawRange.of(v, bits)).toArray(LawRange[]::new);
    LawCompiler<T> compiler = new LawCompiler<>(algebra, order, bits);
    List<List<Condition<T>>> parts = new ArrayList<>();
    order.forEach(variable -> parts.add(new ArrayList<>()));
    for (Formula part : law.premise().conjuncts()) {
      Condition<T> condition = compiler.compile(part);
      parts.get(Math.min(compiler.lastVariable(), ranges.length - 1)).add(condition);
    }
    premises = arrays(parts);
    conclusion = compiler.compile(law.conclusion());
  }

  @SuppressWarnings("unchecked")
  private static <T> Condition<T>[][] arrays(List<List<Condition<T>>> parts) {
    return parts.stream().map(list -> list.toArray(Condition[]::new)).toArray(Condition[][]::new);
  }

  /** The value of the law over all choices. Where it fails, not all are evaluated. */
  public T value() {
    return value(0, 0, algebra.of(true));
  }

  /** The value where the first variable is given. */
  public T value(int first) {
    chosen[0] = first;
    return value(0, 1, algebra.of(true));
  }

  /** The value where the first two variables are given. */
  public T value(int first, int second) {
    chosen[0] = first;
    chosen[1] = second;
    return value(0, 2, algebra.of(true));
  }

  /** The value where {@code given} variables are given and those before {@code place} chosen. */
  private T value(int place, int given, T premise) {
    if (place == ranges.length) {
      return algebra.ofChoice(premise.not().or(conclusion.on(chosen)));
    }
    if (place < given) {
      return valueWith(place, given, premise);
    }
    T value = algebra.of(true);
    LawRange range = ranges[place];
    for (int next = algebra.next(range, LawAlgebra.NONE);
        next != LawAlgebra.NONE && !algebra.fails(value);
        next = algebra.next(range, next)) {
      chosen[place] = next;
      value = value.and(valueWith(place, given, premise));
    }
    return value;
  }

  /** The value where the variable at a place is chosen, too. */
  private T valueWith(int place, int given, T premise) {
    T known = premise.and(algebra.isIn(ranges[place], chosen[place]));
    Condition<T>[] parts = premises[place];
    for (int part = 0; part < parts.length && algebra.mayFail(known); part++) {
      known = known.and(parts[part].on(chosen));
    }
    return algebra.mayFail(known) ? value(place + 1, given, known) : algebra.of(true);
  }
}
