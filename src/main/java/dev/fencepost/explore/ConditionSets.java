// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.transition.AcceptingSystem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The sets of conditions that a search meets, each under a number: there are only so many. */
final class ConditionSets {
  /** The number of the empty set. */
  static final int NONE = 0;

  private static final int UNUSED = -1;

  private final List<long[]> sets = new ArrayList<>();
  private final int all;
  private final long[] scratch;
  private int[] table = new int[64];

  ConditionSets(int conditions) {
    scratch = new long[AcceptingSystem.words(conditions)];
    Arrays.fill(table, UNUSED);
    number(scratch);
    long[] full = new long[scratch.length];
    for (int i = 0; i < conditions; i++) {
      full[i / Long.SIZE] |= 1L << i;
    }
    all = number(full);
  }

  /** Words of the right size, for who asks a system what it meets. */
  long[] newWords() {
    return new long[scratch.length];
  }

  /** The number of the set of all conditions. */
  int all() {
    return all;
  }

  /** The number of the set with these words, which are copied. */
  int number(long[] words) {
    int place = place(words);
    if (table[place] != UNUSED) {
      return table[place];
    }
    sets.add(words.clone());
    table[place] = sets.size() - 1;
    if (sets.size() > table.length / 2) {
      grow();
    }
    return sets.size() - 1;
  }

  int union(int one, int other) {
    if (one == other || other == NONE) {
      return one;
    }
    long[] left = sets.get(one);
    long[] right = sets.get(other);
    for (int i = 0; i < scratch.length; i++) {
      scratch[i] = left[i] | right[i];
    }
    return number(scratch);
  }

  /** Whether the one set has something that the other has not. */
  boolean hasMore(int one, int other) {
    return union(one, other) != other;
  }

  private int place(long[] words) {
    int mask = table.length - 1;
    int hash = Arrays.hashCode(words);
    int place = (hash ^ hash >>> 16) & mask;
    while (table[place] != UNUSED && !Arrays.equals(sets.get(table[place]), words)) {
      place = place + 1 & mask;
    }
    return place;
  }

  private void grow() {
    table = new int[table.length * 2];
    Arrays.fill(table, UNUSED);
    for (int i = 0; i < sets.size(); i++) {
      table[place(sets.get(i))] = i;
    }
  }
}
