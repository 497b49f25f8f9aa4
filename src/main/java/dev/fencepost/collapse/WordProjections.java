// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import dev.fencepost.collect.Identifiers;
import dev.fencepost.collect.WordLayout;
import java.util.Arrays;

/** Projections as fields of words. For one thread. */
final class WordProjections {
  private static final int FIRST_SIZE = 1 << 8;

  private final int shared;
  private WordLayout layout = WordLayout.EMPTY;

  @SuppressWarnings("NullAway.Init") // use sets it
  private Projections projections;

  /** By the bits of a {@link PartSet}, the fields of its parts. */
  private long[] masks = {};

  /** The fields by projection, or 0. */
  private long[] words = {};

  private byte[] list = {};

  /**
   * @param shared how many shared parts there are
   */
  WordProjections(int shared) {
    this.shared = shared;
  }

  /** Sets what identifiers and fields mean; whether they meant that before. */
  boolean use(WordLayout newLayout, Projections newProjections) {
    if (layout == newLayout && projections == newProjections) {
      return true;
    }
    layout = newLayout;
    projections = newProjections;
    masks = new long[1 << shared];
    for (int bits = 0; bits < masks.length; bits++) {
      PartSet parts = new PartSet(bits);
      for (int part = 0; part < Math.min(shared, layout.fields()); part++) {
        masks[bits] |= parts.contains(part) ? layout.field(part).mask() : 0;
      }
    }
    words = new long[FIRST_SIZE];
    list = new byte[Identifiers.bytes(shared)];
    return false;
  }

  /** The fields of some parts. */
  long mask(int partBits) {
    return masks[partBits];
  }

  /** The fields of a projection; 0 if they have no room for it. */
  long word(int projection) {
    if (shared == 1) {
      return layout.field(0).fits(projection) ? layout.field(0).put(projection) : 0;
    }
    if (projection >= words.length) {
      words = Arrays.copyOf(words, 2 * projection);
    }
    if (words[projection] == 0) {
      Arrays.fill(list, (byte) 0);
      projections.put(projection, list, 0);
      words[projection] = layout.pack(list, 0, list.length);
    }
    return words[projection];
  }
}
