// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import dev.fencepost.ltl.BuchiAutomaton.Edge;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;

/**
 * An infinite word: letters, each a set of true atoms as bits, of which those from {@code loop} on
 * are repeated for ever. Judges formulas and automata as their definitions say, and no faster.
 */
public record LassoWord(List<Integer> letters, int loop) {
  public LassoWord {
    letters = List.copyOf(letters);
  }

  /** Every word over two atoms with so long a stem and loop. */
  static List<LassoWord> all(int stem, int loop) {
    List<LassoWord> words = new ArrayList<>();
    int length = stem + loop;
    for (int code = 0; code < 1 << 2 * length; code++) {
      List<Integer> letters = new ArrayList<>();
      for (int i = 0; i < length; i++) {
        letters.add(code >> 2 * i & 3);
      }
      words.add(new LassoWord(letters, stem));
    }
    return words;
  }

  static LassoWord random(Random random, int atoms) {
    List<Integer> letters = new ArrayList<>();
    int length = 1 + random.nextInt(8);
    for (int i = 0; i < length; i++) {
      letters.add(random.nextInt(1 << atoms));
    }
    return new LassoWord(letters, random.nextInt(length));
  }

  private int next(int position) {
    return position + 1 == letters.size() ? loop : position + 1;
  }

  public boolean satisfies(LtlFormula formula) {
    return positions(formula).get(0);
  }

  /** The positions at which the formula is true. */
  private BitSet positions(LtlFormula formula) {
    return switch (formula) {
      case LtlFormula.True t -> where(i -> true);
      case LtlFormula.False f -> where(i -> false);
      case LtlFormula.Atom(int number) -> where(i -> (letters.get(i) >> number & 1) == 1);
      case LtlFormula.Not(LtlFormula operand) -> {
        BitSet positions = positions(operand);
        positions.flip(0, letters.size());
        yield positions;
      }
      case LtlFormula.And(List<LtlFormula> operands) -> {
        BitSet positions = where(i -> true);
        operands.forEach(o -> positions.and(positions(o)));
        yield positions;
      }
      case LtlFormula.Or(List<LtlFormula> operands) -> {
        BitSet positions = where(i -> false);
        operands.forEach(o -> positions.or(positions(o)));
        yield positions;
      }
      case LtlFormula.Next(LtlFormula operand) -> {
        BitSet positions = positions(operand);
        yield where(i -> positions.get(next(i)));
      }
      case LtlFormula.Until(LtlFormula left, LtlFormula right) ->
          until(positions(left), positions(right));
      case LtlFormula.Release(LtlFormula left, LtlFormula right) -> {
        BitSet positions = until(positions(LtlFormula.not(left)), positions(LtlFormula.not(right)));
        positions.flip(0, letters.size());
        yield positions;
      }
    };
  }

  private BitSet where(IntPredicate condition) {
    BitSet positions = new BitSet();
    for (int i = 0; i < letters.size(); i++) {
      positions.set(i, condition.test(i));
    }
    return positions;
  }

  private BitSet until(BitSet left, BitSet right) {
    return where(
        i -> {
          int position = i;
          for (int steps = 0; steps <= 2 * letters.size(); steps++) {
            if (right.get(position)) {
              return true;
            }
            if (!left.get(position)) {
              return false;
            }
            position = next(position);
          }
          return false;
        });
  }

  /** Whether the automaton has an accepting run: a cycle in the product that meets everything. */
  boolean isAcceptedBy(BuchiAutomaton automaton) {
    int size = letters.size() * automaton.states();
    List<BitSet> reach = new ArrayList<>();
    for (int node = 0; node < size; node++) {
      reach.add(new BitSet());
    }
    for (int node = 0; node < size; node++) {
      for (Edge edge : edges(automaton, node)) {
        reach.get(node).set(target(automaton, node, edge));
      }
    }
    for (int via = 0; via < size; via++) {
      for (BitSet from : reach) {
        if (from.get(via)) {
          from.or(reach.get(via));
        }
      }
    }
    for (int node = 0; node < size; node++) {
      int start = node;
      boolean reached =
          automaton.initial().stream().anyMatch(i -> i == start || reach.get(i).get(start));
      if (reached && reach.get(node).get(node) && meetsAll(automaton, node, reach)) {
        return true;
      }
    }
    return false;
  }

  private boolean meetsAll(BuchiAutomaton automaton, int node, List<BitSet> reach) {
    long met = 0;
    for (int from = 0; from < reach.size(); from++) {
      if (reach.get(node).get(from) && reach.get(from).get(node)) {
        for (Edge edge : edges(automaton, from)) {
          met |= reach.get(target(automaton, from, edge)).get(node) ? edge.met() : 0;
        }
      }
    }
    return met == automaton.allConditions();
  }

  private List<Edge> edges(BuchiAutomaton automaton, int node) {
    int letter = letters.get(node / automaton.states());
    return automaton.edges().get(node % automaton.states()).stream()
        .filter(edge -> edge.label().matches(letter))
        .toList();
  }

  private int target(BuchiAutomaton automaton, int node, Edge edge) {
    return next(node / automaton.states()) * automaton.states() + edge.target();
  }
}
