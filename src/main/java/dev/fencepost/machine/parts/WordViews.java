// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.parts;

import dev.fencepost.collect.WordLayout;
import java.util.Arrays;

/** What processes see of what is shared, as fields of words, with its number. For one thread. */
final class WordViews {
  private static final int FIRST_SIZE = 1 << 8;
  private static final int MOST_ENTRIES = 1 << 22;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final int shared;
  private WordLayout layout;
  private PartViews views;

  /** By the set of parts that are seen, their fields. */
  private long[] masks = {};

  /** Fields and number side by side, each at the place that its hash says or behind. */
  private long[] slots = {};

  private int entries;

  /** The fields by number, or 0. */
  private long[] words = {};

  private byte[] numbers = {};

  /**
   * @param shared how many parts what is shared has
   */
  WordViews(int shared) {
    this.shared = shared;
  }

  /** Numbers and fields are these from now on. */
  void use(WordLayout newLayout, PartViews newViews) {
    if (layout == newLayout && views == newViews && entries < MOST_ENTRIES) {
      return;
    }
    layout = newLayout;
    views = newViews;
    masks = new long[1 << shared];
    for (int seen = 0; seen < masks.length; seen++) {
      for (int part = 0; part < Math.min(shared, layout.fields()); part++) {
        masks[seen] |= (seen >> part & 1) == 0 ? 0 : layout.mask(part);
      }
    }
    slots = new long[2 * FIRST_SIZE];
    entries = 0;
    words = new long[FIRST_SIZE];
    numbers = new byte[Math.max(layout.mostBytes(), shared * Integer.BYTES)];
  }

  /** The fields of some parts. */
  long mask(int seen) {
    return masks[seen];
  }

  /** The number of what is seen in a word; 0 where there is no more room for numbers. */
  int of(long word, int seen) {
    long fields = word & masks[seen];
    if (shared == 1) {
      return (int) (fields >>> layout.shift(PartNumbers.SHARED));
    }
    int place = place(fields, slots);
    for (long found = slots[place]; found != 0; found = slots[place]) {
      if (found == fields) {
        return (int) slots[place + 1];
      }
      place = place + 2 & slots.length - 1;
    }
    return add(fields);
  }

  private int add(long fields) {
    Arrays.fill(numbers, (byte) 0);
    layout.unpack(fields, numbers);
    int number = views.find(numbers);
    if (2 * ++entries > slots.length / 2) {
      long[] old = slots;
      slots = new long[2 * old.length];
      for (int i = 0; i < old.length; i += 2) {
        if (old[i] != 0) {
          put(old[i], old[i + 1]);
        }
      }
    }
    put(fields, number);
    return number;
  }

  private void put(long fields, long number) {
    int place = place(fields, slots);
    while (slots[place] != 0) {
      place = place + 2 & slots.length - 1;
    }
    slots[place] = fields;
    slots[place + 1] = number;
  }

  private static int place(long fields, long[] slots) {
    long mixed = (fields ^ fields >>> Integer.SIZE) * MULTIPLIER;
    return 2 * (int) (mixed >>> Integer.SIZE) & slots.length - 1;
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
