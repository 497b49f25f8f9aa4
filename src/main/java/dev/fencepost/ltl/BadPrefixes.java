// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

import dev.fencepost.ltl.BuchiAutomaton.Edge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The bad prefixes of a safety formula: the finite words that no continuation repairs (Kupferman
 * and Vardi: Model checking of safety properties, 2001). The rests of the formula are the states of
 * a minimal deterministic automaton. So a repeated letter changes nothing if the formula has no
 * "next".
 */
public final class BadPrefixes {
  /** The rest of a formula that every continuation violates. */
  public static final int VIOLATED = 0;

  /** The rest of a formula that no continuation violates. */
  public static final int SATISFIED = 1;

  /** With more of either, a search for infinite runs is better. */
  private static final int MOST_ATOMS = 8;

  private static final int MOST_STATES = 250;

  private final int start;

  /** The next rest by rest and letter. */
  private final int[][] after;

  private BadPrefixes(int start, int[][] after) {
    this.start = start;
    this.after = after;
  }

  /**
   * Of a formula of so many atoms, from the words that violate it. Empty where one may be violated
   * only by an infinite word as a whole, or where there would be too many states.
   */
  public static Optional<BadPrefixes> of(BuchiAutomaton violations, int atoms) {
    BitSet universal = universal(violations);
    if (atoms > MOST_ATOMS || acceptsOutside(violations, universal)) {
      return Optional.empty();
    }
    return new Subsets(violations, universal, 1 << atoms).determine().map(BadPrefixes::minimised);
  }

  /** The rest before the first letter. */
  public int start() {
    return start;
  }

  /** The rest of a rest after a letter, the set of its true atoms. */
  public int after(int rest, long letter) {
    return after[rest][(int) letter];
  }

  /** The states that accept every word by staying. */
  private static BitSet universal(BuchiAutomaton automaton) {
    BitSet universal = new BitSet();
    for (int state = 0; state < automaton.states(); state++) {
      Edge stay = new Edge(Label.ANY, automaton.allConditions(), state);
      universal.set(state, automaton.edges().get(state).contains(stay));
    }
    return universal;
  }

  /** Whether some accepting run avoids these states. */
  private static boolean acceptsOutside(BuchiAutomaton automaton, BitSet states) {
    List<List<Edge>> outside = new ArrayList<>();
    for (int state = 0; state < automaton.states(); state++) {
      outside.add(
          states.get(state)
              ? List.of()
              : automaton.edges().get(state).stream()
                  .filter(e -> !states.get(e.target()))
                  .toList());
    }
    AcceptingComponents components =
        new AcceptingComponents(
            new BuchiAutomaton(automaton.conditions(), automaton.initial(), outside));
    for (int component = 0; component < components.count(); component++) {
      if (components.accepts(component)) {
        return true;
      }
    }
    return false;
  }

  /** The sets of states that the automaton can be in after a word. */
  private static final class Subsets {
    private final BuchiAutomaton automaton;
    private final BitSet universal;
    private final int letters;
    private final Map<BitSet, Integer> numbers = new HashMap<>();
    private final List<BitSet> sets = new ArrayList<>(List.of(new BitSet(), new BitSet()));

    Subsets(BuchiAutomaton automaton, BitSet universal, int letters) {
      this.automaton = automaton;
      this.universal = universal;
      this.letters = letters;
      numbers.put(new BitSet(), SATISFIED);
    }

    Optional<BadPrefixes> determine() {
      BitSet initial = new BitSet();
      automaton.initial().forEach(initial::set);
      int start = number(initial);
      List<int[]> after = new ArrayList<>(List.of(stay(VIOLATED), stay(SATISFIED)));
      while (after.size() < sets.size()) {
        if (sets.size() > MOST_STATES) {
          return Optional.empty();
        }
        BitSet from = sets.get(after.size());
        int[] row = new int[letters];
        Arrays.setAll(row, letter -> number(step(from, letter)));
        after.add(row);
      }
      return Optional.of(new BadPrefixes(start, after.toArray(int[][]::new)));
    }

    private int[] stay(int state) {
      int[] row = new int[letters];
      Arrays.fill(row, state);
      return row;
    }

    private int number(BitSet set) {
      if (set.intersects(universal)) {
        return VIOLATED;
      }
      return numbers.computeIfAbsent(
          set,
          added -> {
            sets.add(added);
            return sets.size() - 1;
          });
    }

    private BitSet step(BitSet from, int letter) {
      BitSet to = new BitSet();
      from.stream()
          .mapToObj(automaton.edges()::get)
          .flatMap(List::stream)
          .filter(edge -> edge.label().matches(letter))
          .forEach(edge -> to.set(edge.target()));
      return to;
    }
  }

  private BadPrefixes minimised() {
    int[] kind = kinds();
    int kinds = (int) Arrays.stream(kind).distinct().count();
    while (true) {
      Map<List<Integer>, Integer> numbers = new HashMap<>();
      numbers.put(seen(VIOLATED, kind), VIOLATED);
      numbers.put(seen(SATISFIED, kind), SATISFIED);
      int[] finer = new int[after.length];
      for (int state = 0; state < after.length; state++) {
        finer[state] = numbers.computeIfAbsent(seen(state, kind), key -> numbers.size());
      }
      kind = finer;
      if (numbers.size() <= kinds) {
        return quotient(kind, numbers.size());
      }
      kinds = numbers.size();
    }
  }

  /** Two for what is settled, whenever it will show, and a third for the rest. */
  private int[] kinds() {
    boolean[] violated = new boolean[after.length];
    violated[VIOLATED] = true;
    boolean[] violable = violated.clone();
    boolean more = true;
    while (more) {
      more = false;
      for (int state = 0; state < after.length; state++) {
        if (!violated[state] && Arrays.stream(after[state]).allMatch(to -> violated[to])) {
          violated[state] = true;
          more = true;
        }
        if (!violable[state] && Arrays.stream(after[state]).anyMatch(to -> violable[to])) {
          violable[state] = true;
          more = true;
        }
      }
    }
    int[] kinds = new int[after.length];
    Arrays.setAll(kinds, i -> violated[i] ? VIOLATED : violable[i] ? SATISFIED + 1 : SATISFIED);
    return kinds;
  }

  /** The signature of a state: its kind and its successors by letter. */
  private List<Integer> seen(int state, int[] kind) {
    boolean settled = kind[state] <= SATISFIED;
    List<Integer> seen = new ArrayList<>(List.of(kind[state]));
    for (int to : after[state]) {
      seen.add(settled ? kind[state] : kind[to]);
    }
    return seen;
  }

  private BadPrefixes quotient(int[] kind, int kinds) {
    int[][] rows = new int[kinds][after[0].length];
    for (int state = 0; state < after.length; state++) {
      int from = state;
      Arrays.setAll(rows[kind[state]], letter -> kind[after[from][letter]]);
    }
    Arrays.fill(rows[VIOLATED], VIOLATED);
    Arrays.fill(rows[SATISFIED], SATISFIED);
    return new BadPrefixes(kind[start], rows);
  }
}
