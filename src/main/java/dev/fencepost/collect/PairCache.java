// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import static dev.fencepost.collect.LittleEndian.INTS;

import java.util.Arrays;

/**
 * A cache, for one thread, from a number and two byte ranges to a record of bytes. The first range
 * is set for several look-ups at once. When the cache is full it forgets everything.
 *
 * <p>Entries lie one after the other: hash, number, the lengths of both ranges, the ranges, the
 * record. An open-addressing table holds where each begins, plus one.
 */
public final class PairCache {
  /** Said by {@link #find} of a key that is not there. */
  public static final int ABSENT = -1;

  private static final int HEADER_BYTES = 16;

  private final int maxBytes;
  private byte[] bytes = new byte[1 << 12];
  private int end;
  private int[] table = new int[1 << 8];
  private int entries;

  private byte[] first = {};
  private int firstStart;
  private int firstLength;
  private int firstHash;

  /**
   * @param maxBytes what keys and records may take together
   */
  public PairCache(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** The array in which records lie; another one after {@link #add}. */
  public byte[] bytes() {
    return bytes;
  }

  /** Sets the first range of the keys that follow. */
  public void setFirst(byte[] from, int start, int length) {
    first = from;
    firstStart = start;
    firstLength = length;
    firstHash = ByteHash.hash(from, start, length);
  }

  /** Where the record of a key begins, or {@link #ABSENT}. */
  public int find(int number, byte[] second, int start, int length) {
    int hash = hash(number, second, start, length);
    int mask = table.length - 1;
    for (int place = hash & mask; table[place] != 0; place = place + 1 & mask) {
      int entry = table[place] - 1;
      if ((int) INTS.get(bytes, entry) == hash && matches(entry, number, second, start, length)) {
        return entry + HEADER_BYTES + firstLength + length;
      }
    }
    return ABSENT;
  }

  private int hash(int number, byte[] second, int start, int length) {
    int mixed = firstHash * 31 + ByteHash.hash(second, start, length) + number * 0x9E3779B1;
    return mixed ^ mixed >>> 16;
  }

  private boolean matches(int entry, int number, byte[] second, int start, int length) {
    int from = entry + HEADER_BYTES;
    int middle = from + firstLength;
    return (int) INTS.get(bytes, entry + 4) == number
        && (int) INTS.get(bytes, entry + 8) == firstLength
        && (int) INTS.get(bytes, entry + 12) == length
        && Arrays.equals(bytes, from, middle, first, firstStart, firstStart + firstLength)
        && Arrays.equals(bytes, middle, middle + length, second, start, start + length);
  }

  /** Adds a key that is not there, with the record in the first {@code size} bytes of an array. */
  public void add(int number, byte[] second, int start, int length, Record record) {
    int needed = HEADER_BYTES + firstLength + length + record.size;
    if (needed > maxBytes - end) {
      Arrays.fill(table, 0);
      entries = 0;
      end = 0;
    }
    if (needed > maxBytes) {
      return;
    }
    if (end + needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.min(maxBytes, Math.max(end + needed, 2 * bytes.length)));
    }
    int hash = hash(number, second, start, length);
    INTS.set(bytes, end, hash);
    INTS.set(bytes, end + 4, number);
    INTS.set(bytes, end + 8, firstLength);
    INTS.set(bytes, end + 12, length);
    int at = end + HEADER_BYTES;
    System.arraycopy(first, firstStart, bytes, at, firstLength);
    System.arraycopy(second, start, bytes, at + firstLength, length);
    System.arraycopy(record.bytes, 0, bytes, at + firstLength + length, record.size);
    if (++entries > table.length / 2) {
      grow();
    }
    place(hash, end);
    end += needed;
  }

  private void grow() {
    int[] old = table;
    table = new int[old.length * 2];
    for (int word : old) {
      if (word != 0) {
        place((int) INTS.get(bytes, word - 1), word - 1);
      }
    }
  }

  private void place(int hash, int entry) {
    int mask = table.length - 1;
    int place = hash & mask;
    while (table[place] != 0) {
      place = place + 1 & mask;
    }
    table[place] = entry + 1;
  }

  /** A record that is being written. */
  public static final class Record {
    private byte[] bytes = new byte[256];
    private int size;

    public void clear() {
      size = 0;
    }

    public int size() {
      return size;
    }

    /** Where it is written; another array after more is put. */
    public byte[] bytes() {
      return bytes;
    }

    public void putInt(int value) {
      reserve(Integer.BYTES);
      INTS.set(bytes, size, value);
      size += Integer.BYTES;
    }

    public void putLong(long value) {
      putInt((int) value);
      putInt((int) (value >> Integer.SIZE));
    }

    public void put(byte[] from, int start, int length) {
      reserve(length);
      System.arraycopy(from, start, bytes, size, length);
      size += length;
    }

    private void reserve(int more) {
      if (size + more > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
      }
    }
  }

  /** The number that {@link Record#putInt} has written at this place. */
  public int intAt(int place) {
    return (int) INTS.get(bytes, place);
  }
}
