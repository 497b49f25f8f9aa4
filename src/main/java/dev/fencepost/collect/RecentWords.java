// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import java.util.Arrays;

/**
 * Filters words that have come up recently. Neighbouring states of a search have common successors:
 * a third to a half of the successors need no lookup in a table that is much larger than the
 * caches.
 */
final class RecentWords {
  private static final int RECENT_BITS = 13;

  /** Words that came up lately, each at the place that its hash says. */
  private final long[] recent = new long[1 << RECENT_BITS];

  private int[] indices = {Integer.MAX_VALUE};
  private int[] hashes = {};
  private int count;
  private int next;

  /** Finds them; all words of the list count as having come up then. */
  void find(LongList list) {
    int size = list.size();
    if (hashes.length < size) {
      hashes = new int[2 * size];
      indices = new int[2 * size + 1];
    }
    long[] words = list.elements();
    int found = 0;
    for (int i = 0; i < size; i++) {
      long word = words[i];
      int hash = ByteHash.hash(word);
      int place = hash >>> Integer.SIZE - RECENT_BITS;
      hashes[found] = hash;
      indices[found] = i;
      found += recent[place] == word ? 0 : 1;
      recent[place] = word;
    }
    count = found;
    next = 0;
    indices[found] = Integer.MAX_VALUE;
  }

  int count() {
    return count;
  }

  /** Their hashes, one after the other. */
  int[] hashes() {
    return hashes;
  }

  /**
   * The first of them from an index of the list on; more than any index where there are no more.
   * Indices must not get less from call to call.
   */
  int next(int from) {
    while (indices[next] < from) {
      next++;
    }
    return indices[next];
  }

  void clear() {
    count = 0;
    next = 0;
    indices[0] = Integer.MAX_VALUE;
  }

  /** Takes all words as not having come up, for words have changed. */
  void forget() {
    Arrays.fill(recent, 0);
  }
}
