// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import static dev.fencepost.collect.LittleEndian.LONGS;

/** Hashes byte ranges eight bytes at a time; equal ranges have equal hashes on every machine. */
final class ByteHash {

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private ByteHash() {}

  /** The upper 32 bits of a 64-bit hash, so that the best mixed bits come first. */
  static int hash(byte[] bytes, int offset, int length) {
    long hash = length * MULTIPLIER;
    int position = offset;
    int end = offset + length;
    for (; position <= end - 8; position += 8) {
      hash = mix(hash, (long) LONGS.get(bytes, position));
    }
    hash = mix(hash, length < 8 ? all(bytes, offset, end) : last(bytes, end, end - position));
    hash = (hash ^ hash >>> 29) * MULTIPLIER;
    return (int) (hash >>> 32);
  }

  /** Less than eight bytes, the first in the highest place. */
  private static long all(byte[] bytes, int offset, int end) {
    long rest = 0;
    for (int position = offset; position < end; position++) {
      rest = rest << 8 | (bytes[position] & 0xFF);
    }
    return rest;
  }

  /** The last {@code count} bytes of at least eight, the first in the highest place. */
  private static long last(byte[] bytes, int end, int count) {
    return Long.reverseBytes((long) LONGS.get(bytes, end - 8)) & (1L << 8 * count) - 1;
  }

  /** The hash of one word. */
  static int hash(long word) {
    long hash = (word ^ word >>> 32) * MULTIPLIER;
    hash = (hash ^ hash >>> 29) * MULTIPLIER;
    return (int) (hash >>> 32);
  }

  private static long mix(long hash, long word) {
    long product = (hash ^ word) * MULTIPLIER;
    return product ^ product >>> 32;
  }
}
