// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * How lists of numbers above 0 become words of 64 bits: each place of the list has a field, as wide
 * as the numbers that were met there need. A shorter list has 0 in the fields behind its end; no
 * list but the empty one becomes 0.
 */
final class WordLayout {
  static final WordLayout EMPTY = new WordLayout(new int[0]);

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** The widths, and how far from the right the fields are. */
  private final int[] widths;

  private final int[] shifts;
  private final int bits;

  private WordLayout(int[] widths) {
    this.widths = widths;
    shifts = new int[widths.length];
    int at = 0;
    for (int i = 0; i < widths.length; i++) {
      shifts[i] = at;
      at += widths[i];
    }
    bits = at;
  }

  /** The word for the numbers of four bytes each, or 0 where a field is missing or too narrow. */
  long pack(byte[] bytes, int offset, int length) {
    int count = length / Integer.BYTES;
    if (count > widths.length) {
      return 0;
    }
    long word = 0;
    int over = 0;
    for (int i = 0; i < count; i++) {
      int number = (int) INTS.get(bytes, offset + i * Integer.BYTES);
      over |= number >>> widths[i];
      word |= (long) number << shifts[i];
    }
    return over == 0 ? word : 0;
  }

  /** Writes the numbers to an array that has room; how many bytes they take. */
  int unpack(long word, byte[] target) {
    long rest = word;
    int at = 0;
    for (int i = 0; rest != 0; i++) {
      INTS.set(target, at, (int) rest & (1 << widths[i]) - 1);
      rest >>>= widths[i];
      at += Integer.BYTES;
    }
    return at;
  }

  /** The room that the longest list needs. */
  int mostBytes() {
    return widths.length * Integer.BYTES;
  }

  /** The word of another layout's word, which has fields for all its numbers. */
  long repack(long word, WordLayout from) {
    long packed = 0;
    for (int i = 0; i < from.widths.length; i++) {
      packed |= (word >>> from.shifts[i] & (1L << from.widths[i]) - 1) << shifts[i];
    }
    return packed;
  }

  /** A layout that has room for these numbers too, or null where a word has not. */
  WordLayout widened(byte[] bytes, int offset, int length) {
    int count = length / Integer.BYTES;
    int[] wider = Arrays.copyOf(widths, Math.max(count, widths.length));
    int needed = bits;
    for (int i = 0; i < count; i++) {
      int number = (int) INTS.get(bytes, offset + i * Integer.BYTES);
      int width = Integer.SIZE - Integer.numberOfLeadingZeros(number);
      if (width > wider[i]) {
        needed += width - wider[i];
        wider[i] = width;
      }
    }
    return needed < Long.SIZE ? new WordLayout(wider) : null;
  }
}
