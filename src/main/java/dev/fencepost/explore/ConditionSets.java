// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.transition.AcceptingSystem;
import dev.fencepost.transition.AcceptingSystem.AcceptingGenerator;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The sets of conditions that a search meets, each under a number: there are only so many. This is
 * for one thread; those that it was made from, or that were made from it, have the same numbers.
 */
final class ConditionSets {
  /** The number of the empty set. */
  static final int NONE = 0;

  private static final int UNUSED = -1;

  private final Numbers numbers;

  /** The sets that this thread knows, by their numbers; null for others. */
  private long[][] sets = new long[16][];

  private final int all;
  private final long[] scratch;

  /** The numbers of these sets, by their hashes. */
  private int[] table = new int[64];

  private int known;

  ConditionSets(int conditions) {
    this(new Numbers(conditions));
  }

  private ConditionSets(Numbers numbers) {
    this.numbers = numbers;
    Arrays.fill(table, UNUSED);
    scratch = new long[AcceptingSystem.words(numbers.conditions)];
    number(scratch);
    long[] full = new long[scratch.length];
    for (int i = 0; i < numbers.conditions; i++) {
      full[i / Long.SIZE] |= 1L << i;
    }
    all = number(full);
  }

  /** These sets, for another thread. */
  ConditionSets forThread() {
    return new ConditionSets(numbers);
  }

  /** The number of the set that a step of the state expanded last meets. */
  int met(AcceptingGenerator generator, int index) throws LimitException {
    Arrays.fill(scratch, 0);
    generator.met(index, scratch);
    return number(scratch);
  }

  /** The number of the set of all conditions. */
  int all() {
    return all;
  }

  /** The number of the set with these words, which are copied. */
  int number(long[] words) {
    int place = place(words);
    return table[place] == UNUSED ? learn(numbers.of(words)) : table[place];
  }

  int union(int one, int other) {
    if (one == other || other == NONE) {
      return one;
    }
    long[] left = set(one);
    long[] right = set(other);
    for (int i = 0; i < scratch.length; i++) {
      scratch[i] = left[i] | right[i];
    }
    return number(scratch);
  }

  /** Whether the one set has something that the other has not. */
  boolean hasMore(int one, int other) {
    return union(one, other) != other;
  }

  private long[] set(int number) {
    if (number >= sets.length || sets[number] == null) {
      learn(number);
    }
    return sets[number];
  }

  /** Keeps a set, which this thread does not know, under its number. */
  private int learn(int number) {
    if (number >= sets.length) {
      sets = Arrays.copyOf(sets, Math.max(number + 1, sets.length * 2));
    }
    sets[number] = numbers.get(number);
    if (++known > table.length / 2) {
      grow();
    } else {
      table[place(sets[number])] = number;
    }
    return number;
  }

  private int place(long[] words) {
    int mask = table.length - 1;
    int hash = Arrays.hashCode(words);
    int place = (hash ^ hash >>> 16) & mask;
    while (table[place] != UNUSED && !Arrays.equals(sets[table[place]], words)) {
      place = place + 1 & mask;
    }
    return place;
  }

  private void grow() {
    table = new int[table.length * 2];
    Arrays.fill(table, UNUSED);
    for (int i = 0; i < sets.length; i++) {
      if (sets[i] != null) {
        table[place(sets[i])] = i;
      }
    }
  }

  /** The numbers that all threads use. */
  private static final class Numbers {
    final int conditions;
    private final List<long[]> sets = new ArrayList<>();
    private final Map<BitSet, Integer> numbers = new HashMap<>();

    Numbers(int conditions) {
      this.conditions = conditions;
    }

    synchronized int of(long[] words) {
      return numbers.computeIfAbsent(
          BitSet.valueOf(words),
          absent -> {
            sets.add(words.clone());
            return sets.size() - 1;
          });
    }

    synchronized long[] get(int number) {
      return sets.get(number);
    }
  }
}
