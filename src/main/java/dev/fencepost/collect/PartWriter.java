// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import static dev.fencepost.collect.LittleEndian.INTS;
import static dev.fencepost.collect.LittleEndian.LONGS;

/**
 * Cuts records into parts of {@link #PART_BYTES} and keeps each different part once: a record
 * becomes the references of its parts. The last part begins so that it ends with the record; a
 * record that is shorter than a part is its only part. Parts that came up lately are found without
 * a look into the set.
 */
final class PartWriter {
  static final int PART_BYTES = 16;

  private static final int FIRST_BITS = 6;
  private static final int MOST_BITS = 16;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final ByteWriter parts;

  /** Parts as pairs of words, and the reference plus one; 0 is none. Grows with what is missed. */
  private long[] words = new long[2 << FIRST_BITS];

  private int[] references = new int[1 << FIRST_BITS];
  private int bits = FIRST_BITS;
  private int misses;

  PartWriter(ByteWriter parts) {
    this.parts = parts;
  }

  /** How many bytes a record of this length becomes. */
  static int encodedLength(int length) {
    return (length + PART_BYTES - 1) / PART_BYTES * Integer.BYTES;
  }

  /** Where a part of a record begins. */
  static int partStart(int index, int length) {
    return Math.max(0, Math.min(index * PART_BYTES, length - PART_BYTES));
  }

  /** Writes the references of a record's parts; whether there was room for them. */
  boolean encode(byte[] bytes, int offset, int length, byte[] target, int at) {
    if (length < PART_BYTES) {
      int reference = length == 0 ? 0 : parts.intern(bytes, offset, length, 0);
      INTS.set(target, at, reference);
      return reference != RecordSet.FULL;
    }
    int end = at + encodedLength(length);
    int last = offset + length - PART_BYTES;
    for (int from = offset, to = at; to < end; from += PART_BYTES, to += Integer.BYTES) {
      int reference = part(bytes, Math.min(from, last));
      if (reference == RecordSet.FULL) {
        return false;
      }
      INTS.set(target, to, reference);
    }
    return true;
  }

  private int part(byte[] bytes, int from) {
    long low = (long) LONGS.get(bytes, from);
    long high = (long) LONGS.get(bytes, from + Long.BYTES);
    int place = place(low, high);
    int known = references[place];
    if (known != 0 && words[2 * place] == low && words[2 * place + 1] == high) {
      return known - 1;
    }
    int reference = parts.intern(bytes, from, PART_BYTES, 0);
    if (reference != RecordSet.FULL) {
      remember(place, low, high, reference + 1);
      if (++misses > references.length && bits < MOST_BITS) {
        grow();
      }
    }
    return reference;
  }

  private int place(long low, long high) {
    long mixed = (low ^ Long.rotateLeft(high * MULTIPLIER, 31)) * MULTIPLIER;
    return (int) (mixed >>> Long.SIZE - bits);
  }

  private void remember(int place, long low, long high, int reference) {
    words[2 * place] = low;
    words[2 * place + 1] = high;
    references[place] = reference;
  }

  private void grow() {
    long[] oldWords = words;
    int[] oldReferences = references;
    bits += 2;
    misses = 0;
    words = new long[2 << bits];
    references = new int[1 << bits];
    for (int i = 0; i < oldReferences.length; i++) {
      if (oldReferences[i] != 0) {
        long low = oldWords[2 * i];
        long high = oldWords[2 * i + 1];
        remember(place(low, high), low, high, oldReferences[i]);
      }
    }
  }

  /** The reference of a part of an encoded record. */
  static int part(byte[] encoded, int at, int index) {
    return (int) INTS.get(encoded, at + index * Integer.BYTES);
  }
}
