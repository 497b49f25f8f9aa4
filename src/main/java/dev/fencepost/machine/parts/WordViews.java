// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.parts;

import dev.fencepost.collect.WordLayout;
import java.util.Arrays;

/** What processes see of what is shared, as fields of words. For one thread. */
final class WordViews {
  private static final int FIRST_SIZE = 1 << 8;

  private final int shared;
  private WordLayout layout;
  private PartViews views;

  /** By the set of parts that are seen, their fields. */
  private long[] masks = {};

  /** The fields by number, or 0. */
  private long[] words = {};

  private byte[] numbers = {};

  /**
   * @param shared how many parts what is shared has
   */
  WordViews(int shared) {
    this.shared = shared;
  }

  /** Numbers and fields are these from now on; whether they were before. */
  boolean use(WordLayout newLayout, PartViews newViews) {
    if (layout == newLayout && views == newViews) {
      return true;
    }
    layout = newLayout;
    views = newViews;
    masks = new long[1 << shared];
    for (int seen = 0; seen < masks.length; seen++) {
      for (int part = 0; part < Math.min(shared, layout.fields()); part++) {
        masks[seen] |= (seen >> part & 1) == 0 ? 0 : layout.mask(part);
      }
    }
    words = new long[FIRST_SIZE];
    numbers = new byte[shared * Integer.BYTES];
    return false;
  }

  /** The fields of some parts. */
  long mask(int seen) {
    return masks[seen];
  }

  /** The fields that a number stands for; 0 where they have no room for it. */
  long word(int view) {
    if (shared == 1) {
      long word = (long) view << layout.shift(PartNumbers.SHARED);
      return (word & ~masks[1]) == 0 ? word : 0;
    }
    if (view >= words.length) {
      words = Arrays.copyOf(words, 2 * view);
    }
    if (words[view] == 0) {
      Arrays.fill(numbers, (byte) 0);
      views.put(view, numbers, 0);
      words[view] = layout.pack(numbers, 0, shared * Integer.BYTES);
    }
    return words[view];
  }
}
