// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import java.util.Arrays;

/**
 * Sorts words above 0 digit by digit, the lowest digit first. Digits that all share are left out.
 */
final class WordSort {
  private static final int DIGIT = 11;
  private static final int MASK = (1 << DIGIT) - 1;

  /** So few words are sorted by comparison. */
  private static final int FEW = 1 << 10;

  private final int[] places = new int[1 << DIGIT];
  private long[] other = {};

  /** Sorts the first words of an array; the array that has them then. */
  long[] sort(long[] words, int count) {
    if (count < FEW) {
      Arrays.sort(words, 0, count);
      return words;
    }
    long differing = 0;
    for (int i = 1; i < count; i++) {
      differing |= words[i] ^ words[0];
    }
    if (other.length < words.length) {
      other = new long[words.length];
    }
    long[] from = words;
    long[] to = other;
    for (int shift = 0; shift < Long.SIZE; shift += DIGIT) {
      if ((differing >>> shift & MASK) != 0) {
        distribute(from, to, count, shift);
        long[] sorted = to;
        to = from;
        from = sorted;
      }
    }
    other = to;
    return from;
  }

  private void distribute(long[] from, long[] to, int count, int shift) {
    Arrays.fill(places, 0);
    for (int i = 0; i < count; i++) {
      places[(int) (from[i] >>> shift) & MASK]++;
    }
    int start = 0;
    for (int i = 0; i < places.length; i++) {
      int size = places[i];
      places[i] = start;
      start += size;
    }
    for (int i = 0; i < count; i++) {
      to[places[(int) (from[i] >>> shift) & MASK]++] = from[i];
    }
  }
}
