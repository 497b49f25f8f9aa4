// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import dev.fencepost.budget.Budget;
import dev.fencepost.ltl.AlternatingSteps.Step;
import dev.fencepost.ltl.BuchiAutomaton.Edge;
import dev.fencepost.ltl.LtlFormula.Until;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;

/**
 * Translates formulas to Büchi automata, as Gastin and Oddoux do (2001): by a very weak alternating
 * automaton, whose sets of states are the states here. Each until that is obliged is a condition:
 * met by an edge that drops it, or could have.
 */
public final class BuchiTranslation {
  /** Atoms are numbered below this. */
  public static final int MAX_ATOMS = Long.SIZE;

  /** Beyond this the search for simulations takes too long. */
  private static final int SMALL = 400;

  private final AlternatingSteps steps = new AlternatingSteps();
  private final Map<Long, Integer> numbers = new HashMap<>();
  private final List<Long> states = new ArrayList<>();

  private BuchiTranslation() {}

  /**
   * The automaton of exactly the words of which the formula is true.
   *
   * @param span the formula's place, for the message that refuses one that is too large
   */
  public static BuchiAutomaton translate(LtlFormula formula, SourceSpan span)
      throws InvalidInputException {
    try {
      LtlFormula simple = Simplification.simplify(NormalForm.of(formula));
      return reduced(new BuchiTranslation().build(simple));
    } catch (TooLargeException e) {
      throw new InvalidInputException(
          new Diagnostic(
              span, "the formula's automaton is too large", "split it into several properties"));
    }
  }

  /** A smaller automaton that accepts the same words. */
  private static BuchiAutomaton reduced(BuchiAutomaton automaton) {
    BuchiAutomaton reduced = FewestConditions.of(UsefulPart.of(automaton), false);
    if (reduced.states() > SMALL) {
      return reduced;
    }
    BuchiAutomaton before;
    do {
      before = reduced;
      for (boolean passing : new boolean[] {true, false}) {
        reduced = Simulation.reduce(FewestConditions.of(reduced, passing));
      }
      reduced = FewestConditions.of(reduced, false);
    } while (!reduced.equals(before));
    return reduced;
  }

  private BuchiAutomaton build(LtlFormula formula) throws TooLargeException {
    number(steps.obligations(formula));
    List<List<Step>> all = new ArrayList<>();
    for (int i = 0; i < states.size(); i++) {
      List<Step> leaving = successors(states.get(i));
      all.add(leaving);
      for (Step step : leaving) {
        number(step.obligations());
      }
      TooLargeException.check(states.size());
    }
    List<Integer> untils = untils();
    List<List<Edge>> edges = new ArrayList<>();
    for (List<Step> leaving : all) {
      edges.add(edges(leaving, untils));
    }
    return new BuchiAutomaton(untils.size(), List.of(0), edges);
  }

  private int number(long obligations) {
    return numbers.computeIfAbsent(
        obligations,
        o -> {
          states.add(o);
          return states.size() - 1;
        });
  }

  /**
   * A step of each obligation, in every combination. None is left out here in favour of one that
   * owes less: that one may meet fewer conditions.
   */
  private List<Step> successors(long state) throws TooLargeException {
    SequencedSet<Step> combined = new LinkedHashSet<>(steps.steps(LtlFormula.constant(true)));
    for (long rest = state; rest != 0; rest &= rest - 1) {
      LtlFormula obligation = steps.obligation(Long.numberOfTrailingZeros(rest));
      SequencedSet<Step> longer = new LinkedHashSet<>();
      for (Step one : combined) {
        for (Step other : steps.steps(obligation)) {
          Step both = steps.both(one, other);
          if (both.label().isPossible()) {
            longer.add(both);
          }
        }
        TooLargeException.check(longer.size());
      }
      combined = longer;
    }
    return List.copyOf(combined);
  }

  private List<Integer> untils() {
    List<Integer> untils = new ArrayList<>();
    for (int i = 0; i < steps.count(); i++) {
      if (steps.obligation(i) instanceof Until) {
        untils.add(i);
      }
    }
    return untils;
  }

  private List<Edge> edges(List<Step> leaving, List<Integer> untils) throws TooLargeException {
    List<Edge> edges = new ArrayList<>();
    for (Step step : leaving) {
      Budget.ask();
      long met = 0;
      for (int i = 0; i < untils.size(); i++) {
        met |= meets(step, untils.get(i)) ? 1L << i : 0;
      }
      edges.add(new Edge(step.label(), met, number(step.obligations())));
    }
    return edges.stream().filter(e -> edges.stream().noneMatch(o -> dominates(o, e))).toList();
  }

  /** Whether the one edge is better: more letters, more conditions met, less owed. */
  private boolean dominates(Edge edge, Edge other) {
    return !edge.equals(other)
        && other.label().implies(edge.label())
        && (other.met() & ~edge.met()) == 0
        && steps.areOwed(states.get(edge.target()), states.get(other.target()));
  }

  /** Whether the until is not obliged after the step, or need not be. */
  private boolean meets(Step step, int until) throws TooLargeException {
    long bit = 1L << until;
    if ((step.obligations() & bit) == 0) {
      return true;
    }
    for (Step possible : steps.steps(steps.obligation(until))) {
      if ((possible.obligations() & bit) == 0 && steps.covers(possible, step)) {
        return true;
      }
    }
    return false;
  }
}
