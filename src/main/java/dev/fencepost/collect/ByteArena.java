// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import java.util.Arrays;

/**
 * Byte chunks of one size that are only ever added to. A place in it is a reference: a chunk number
 * and an offset in units of {@link #UNIT} bytes, packed into 32 bits.
 *
 * <p>Chunks are taken under a lock. Who reads a reference that another thread wrote must have got
 * it through an acquiring read of what that thread published after taking the chunk.
 */
final class ByteArena {
  static final int CHUNK_BYTES = 1 << 16;
  static final int UNIT = 4;

  private static final int UNIT_BITS = 14;
  private static final int UNIT_MASK = (1 << UNIT_BITS) - 1;

  /** The last chunk number is never used: its references are free for other meanings. */
  static final int MAX_CHUNKS = (1 << (32 - UNIT_BITS)) - 1;

  private volatile byte[][] chunks = new byte[16][];
  private volatile int used;

  /** Takes a new chunk and gives its number, or -1 when there is no room for another. */
  synchronized int take() {
    int number = used;
    if (number == MAX_CHUNKS) {
      return -1;
    }
    if (number == chunks.length) {
      chunks = Arrays.copyOf(chunks, number * 2);
    }
    chunks[number] = new byte[CHUNK_BYTES];
    used = number + 1;
    return number;
  }

  /** How many chunks were taken. */
  int chunks() {
    return used;
  }

  long bytes() {
    return (long) used * CHUNK_BYTES;
  }

  byte[] chunk(int reference) {
    return chunks[chunkOf(reference)];
  }

  /** The number of the chunk that a reference lies in. */
  static int chunkOf(int reference) {
    return reference >>> UNIT_BITS;
  }

  static int offset(int reference) {
    return (reference & UNIT_MASK) * UNIT;
  }

  static int reference(int chunk, int offset) {
    return chunk << UNIT_BITS | offset / UNIT;
  }
}
