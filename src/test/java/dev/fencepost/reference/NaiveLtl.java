// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import dev.fencepost.ltl.LtlFormula;
import dev.fencepost.reference.ReferenceRuns.Edge;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/**
 * Looks for a run of a graph that violates a formula without any automaton: guesses in each state
 * which temporal subformulas are true, checks that each guess fits the next, and looks for a
 * strongly connected part in which every guess is made good and every condition is met.
 */
final class NaiveLtl {
  private final ReferenceRuns runs;
  private final BiPredicate<Integer, Integer> atoms;
  private final List<LtlFormula> temporal = new ArrayList<>();
  private final Map<Long, Integer> numbers = new HashMap<>();
  private final List<Long> nodes = new ArrayList<>();
  private final List<List<Step>> steps = new ArrayList<>();

  private record Step(int target, BitSet met) {}

  /**
   * @param atoms whether a state of the graph has an atom
   */
  NaiveLtl(ReferenceRuns runs, BiPredicate<Integer, Integer> atoms) {
    this.runs = runs;
    this.atoms = atoms;
  }

  /** How many subformulas would have to be guessed. */
  static int temporalSize(LtlFormula formula) {
    List<LtlFormula> found = new ArrayList<>();
    collect(formula, found);
    return found.size();
  }

  private static void collect(LtlFormula formula, List<LtlFormula> found) {
    switch (formula) {
      case LtlFormula.True t -> {}
      case LtlFormula.False f -> {}
      case LtlFormula.Atom a -> {}
      case LtlFormula.Not(LtlFormula operand) -> collect(operand, found);
      case LtlFormula.And(List<LtlFormula> operands) -> operands.forEach(o -> collect(o, found));
      case LtlFormula.Or(List<LtlFormula> operands) -> operands.forEach(o -> collect(o, found));
      case LtlFormula.Next n -> throw new IllegalArgumentException("local steps would count");
      case LtlFormula.Until(LtlFormula left, LtlFormula right) -> {
        collect(left, found);
        collect(right, found);
        if (!found.contains(formula)) {
          found.add(formula);
        }
      }
      case LtlFormula.Release(LtlFormula left, LtlFormula right) -> {
        collect(left, found);
        collect(right, found);
        if (!found.contains(formula)) {
          found.add(formula);
        }
      }
    }
  }

  /** Whether some run that meets these conditions violates the formula. */
  boolean isViolated(LtlFormula formula, BitSet conditions) {
    collect(formula, temporal);
    for (int guess = 0; guess < 1 << temporal.size(); guess++) {
      if (!isTrue(formula, 0, guess)) {
        node(0, guess);
      }
    }
    for (int i = 0; i < nodes.size(); i++) {
      expand((int) (nodes.get(i) >>> 16), (int) (nodes.get(i) & 0xFFFF), conditions);
    }
    BitSet wanted = (BitSet) conditions.clone();
    wanted.set(first(conditions), first(conditions) + temporal.size());
    return accepts(wanted);
  }

  private static int first(BitSet conditions) {
    return conditions.length();
  }

  private int node(int state, int guess) {
    long key = (long) state << 16 | guess;
    Integer known = numbers.putIfAbsent(key, nodes.size());
    if (known == null) {
      nodes.add(key);
      return nodes.size() - 1;
    }
    return known;
  }

  private void expand(int state, int guess, BitSet conditions) {
    List<Step> leaving = new ArrayList<>();
    BitSet kept = new BitSet();
    for (int i = 0; i < temporal.size(); i++) {
      kept.set(first(conditions) + i, isMadeGood(i, state, guess));
    }
    for (Edge edge : runs.edges.get(state)) {
      BitSet met = (BitSet) edge.met().clone();
      met.and(conditions);
      met.or(kept);
      for (int next = 0; next < 1 << temporal.size(); next++) {
        if (fits(state, guess, next)) {
          leaving.add(new Step(node(edge.target(), next), met));
        }
      }
    }
    steps.add(leaving);
  }

  private boolean isMadeGood(int index, int state, int guess) {
    boolean guessed = (guess >> index & 1) != 0;
    return switch (temporal.get(index)) {
      case LtlFormula.Until(LtlFormula left, LtlFormula right) ->
          !guessed || isTrue(right, state, guess);
      case LtlFormula.Release(LtlFormula left, LtlFormula right) ->
          guessed || !isTrue(right, state, guess);
      default -> throw new IllegalStateException();
    };
  }

  private boolean fits(int state, int guess, int next) {
    for (int i = 0; i < temporal.size(); i++) {
      boolean later = (next >> i & 1) != 0;
      boolean expected =
          switch (temporal.get(i)) {
            case LtlFormula.Until(LtlFormula left, LtlFormula right) ->
                isTrue(right, state, guess) || isTrue(left, state, guess) && later;
            case LtlFormula.Release(LtlFormula left, LtlFormula right) ->
                isTrue(right, state, guess) && (isTrue(left, state, guess) || later);
            default -> throw new IllegalStateException();
          };
      if (expected != ((guess >> i & 1) != 0)) {
        return false;
      }
    }
    return true;
  }

  private boolean isTrue(LtlFormula formula, int state, int guess) {
    return switch (formula) {
      case LtlFormula.True t -> true;
      case LtlFormula.False f -> false;
      case LtlFormula.Atom(int number) -> atoms.test(state, number);
      case LtlFormula.Not(LtlFormula operand) -> !isTrue(operand, state, guess);
      case LtlFormula.And(List<LtlFormula> operands) ->
          operands.stream().allMatch(o -> isTrue(o, state, guess));
      case LtlFormula.Or(List<LtlFormula> operands) ->
          operands.stream().anyMatch(o -> isTrue(o, state, guess));
      case LtlFormula.Next n -> throw new IllegalArgumentException("local steps would count");
      case LtlFormula.Until u -> (guess >> temporal.indexOf(u) & 1) != 0;
      case LtlFormula.Release r -> (guess >> temporal.indexOf(r) & 1) != 0;
    };
  }

  /** Whether a strongly connected part has steps that meet all; Kosaraju's algorithm. */
  private boolean accepts(BitSet wanted) {
    int[] part = parts();
    Map<Integer, BitSet> met = new HashMap<>();
    for (int node = 0; node < nodes.size(); node++) {
      for (Step step : steps.get(node)) {
        if (part[node] == part[step.target]) {
          met.computeIfAbsent(part[node], key -> new BitSet()).or(step.met);
        }
      }
    }
    return met.values().stream().anyMatch(all -> all.equals(wanted));
  }

  private int[] parts() {
    List<List<Integer>> forward = new ArrayList<>();
    List<List<Integer>> backward = new ArrayList<>();
    for (int node = 0; node < nodes.size(); node++) {
      forward.add(steps.get(node).stream().map(Step::target).distinct().toList());
      backward.add(new ArrayList<>());
    }
    for (int node = 0; node < nodes.size(); node++) {
      for (int target : forward.get(node)) {
        backward.get(target).add(node);
      }
    }
    int[] part = new int[nodes.size()];
    Arrays.fill(part, -1);
    for (int node : finished(forward).reversed()) {
      Deque<Integer> open = new ArrayDeque<>(List.of(node));
      while (!open.isEmpty()) {
        int at = open.pop();
        if (part[at] < 0) {
          part[at] = node;
          backward.get(at).forEach(open::push);
        }
      }
    }
    return part;
  }

  /** The nodes in the order in which a depth-first search leaves them. */
  private static List<Integer> finished(List<List<Integer>> forward) {
    List<Integer> order = new ArrayList<>();
    int[] next = new int[forward.size()];
    boolean[] seen = new boolean[forward.size()];
    for (int start = 0; start < forward.size(); start++) {
      Deque<Integer> path = new ArrayDeque<>();
      if (!seen[start]) {
        seen[start] = true;
        path.push(start);
      }
      while (!path.isEmpty()) {
        int at = path.peek();
        if (next[at] == forward.get(at).size()) {
          order.add(path.pop());
        } else {
          int target = forward.get(at).get(next[at]++);
          if (!seen[target]) {
            seen[target] = true;
            path.push(target);
          }
        }
      }
    }
    return order;
  }
}
