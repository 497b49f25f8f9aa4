// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.explore.EndCounts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;

/**
 * What the expansion of states has shown.
 *
 * @param expanded how many states were expanded
 * @param marks the marks that steps passed
 * @param boundHit whether a window bound cut a step
 * @param ends the states without steps that violate nothing
 * @param badStep the first level with a violating step, or {@link #NONE}
 * @param badState the first level with a state that is itself a violation, or {@link #NONE}
 */
record Tally(
    long expanded,
    long transitions,
    BitSet marks,
    boolean boundHit,
    EndCounts ends,
    int badStep,
    int badState) {

  /** In place of a level. */
  static final int NONE = Integer.MAX_VALUE;

  static final Tally EMPTY = new Tally(0, 0, new BitSet(), false, EndCounts.NONE, NONE, NONE);

  private static final String NOTHING = "-";

  Tally plus(Tally other) {
    BitSet all = (BitSet) marks.clone();
    all.or(other.marks);
    return new Tally(
        expanded + other.expanded,
        transitions + other.transitions,
        all,
        boundHit || other.boundHit,
        ends.plus(other.ends),
        Math.min(badStep, other.badStep),
        Math.min(badState, other.badState));
  }

  boolean isViolated() {
    return badStep != NONE || badState != NONE;
  }

  /** This tally in words that {@link #of} reads. */
  String text(WaitNames waits) {
    return String.join(
        " ",
        expanded + " " + transitions + " " + boundHit,
        badStep + " " + badState + " " + ends.ended(),
        list(marks.stream().boxed().toList()),
        list(
            ends.waiting().entrySet().stream()
                .map(each -> waits.word(each.getKey()) + "=" + each.getValue())
                .toList()));
  }

  static Tally of(List<String> words, WaitNames waits) {
    TreeMap<Integer, Long> waiting = new TreeMap<>();
    for (String entry : items(words.get(7))) {
      String[] pair = entry.split("=", -1);
      waiting.put(waits.number(pair[0]), Long.parseLong(pair[1]));
    }
    BitSet marks = new BitSet();
    items(words.get(6)).forEach(mark -> marks.set(Integer.parseInt(mark)));
    return new Tally(
        Long.parseLong(words.get(0)),
        Long.parseLong(words.get(1)),
        marks,
        Boolean.parseBoolean(words.get(2)),
        new EndCounts(Long.parseLong(words.get(5)), waiting),
        Integer.parseInt(words.get(3)),
        Integer.parseInt(words.get(4)));
  }

  /** A list as one word. */
  static String list(Iterable<?> items) {
    List<String> texts = new ArrayList<>();
    items.forEach(item -> texts.add(item.toString()));
    return texts.isEmpty() ? NOTHING : String.join(",", texts);
  }

  /** The items of a word that {@link #list} made. */
  static List<String> items(String list) {
    return list.equals(NOTHING) ? List.of() : List.of(list.split(",", -1));
  }
}
