// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import static dev.fencepost.collect.LittleEndian.INTS;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Numbers different byte records from 1 on; open to many threads at once. A record that has its
 * number already is found without a lock; so this is for sets in which most that is looked for is
 * there.
 */
public final class ByteIds {
  /** The longest record. */
  public static final int MAX_LENGTH = RecordSet.MAX_LENGTH;

  private static final int LENGTH_BYTES = 2;
  private static final int MOST_BYTES = 1 << 30;
  private static final int FIRST_SIZE = 1 << 6;
  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

  /** The records one after the other: the length of each, then its bytes. */
  private volatile byte[] records = new byte[FIRST_SIZE * Long.BYTES];

  /** For each word 32 bits of hash above the number; 0 is a free place. */
  private volatile long[] table = new long[FIRST_SIZE];

  /** Where the records begin. */
  private volatile int[] places = new int[FIRST_SIZE];

  private int end;
  private volatile int count;

  /** How many records have numbers: from 1 up to this. */
  public int count() {
    return count;
  }

  /** The memory that this takes. */
  public long bytes() {
    return records.length + (long) table.length * Long.BYTES + (long) places.length * Integer.BYTES;
  }

  /** The number of a record, which is added if it is new; 0 if there is no room for it. */
  public int number(byte[] bytes, int offset, int length) {
    int hash = ByteHash.hash(bytes, offset, length);
    int known = find(hash, bytes, offset, length);
    return known != 0 ? known : add(hash, bytes, offset, length);
  }

  /** Copies a record; its length. */
  public int copy(int number, byte[] target, int at) {
    int start = places[number];
    byte[] from = records;
    int length = length(from, start);
    System.arraycopy(from, start + LENGTH_BYTES, target, at, length);
    return length;
  }

  /** Four bytes of a record as a number, the least first. */
  public int integer(int number, int index) {
    return (int) INTS.get(records, places[number] + LENGTH_BYTES + index * Integer.BYTES);
  }

  /** The bitwise or of a record and the target, in the target. */
  public void join(int number, byte[] target) {
    int start = places[number];
    byte[] from = records;
    int length = length(from, start);
    for (int i = 0; i < length; i++) {
      target[i] |= from[start + LENGTH_BYTES + i];
    }
  }

  /** How long a record is. */
  public int length(int number) {
    return length(records, places[number]);
  }

  private static int length(byte[] from, int start) {
    return from[start] & 0xff | (from[start + 1] & 0xff) << Byte.SIZE;
  }

  private int find(int hash, byte[] bytes, int offset, int length) {
    long[] words = table;
    int mask = words.length - 1;
    int at = hash & mask;
    for (long word = (long) WORDS.getAcquire(words, at);
        word != 0;
        word = (long) WORDS.getAcquire(words, at)) {
      if ((int) (word >>> Integer.SIZE) == hash && matches((int) word, bytes, offset, length)) {
        return (int) word;
      }
      at = at + 1 & mask;
    }
    return 0;
  }

  private boolean matches(int number, byte[] bytes, int offset, int length) {
    int start = places[number] + LENGTH_BYTES;
    byte[] from = records;
    return length(from, start - LENGTH_BYTES) == length
        && Arrays.equals(from, start, start + length, bytes, offset, offset + length);
  }

  private synchronized int add(int hash, byte[] bytes, int offset, int length) {
    int known = find(hash, bytes, offset, length);
    if (known != 0) {
      return known;
    }
    int start = end;
    int size = LENGTH_BYTES + length;
    if (size > MOST_BYTES - start) {
      return 0;
    }
    byte[] target = records;
    if (start + size > target.length) {
      target = Arrays.copyOf(target, Math.max(start + size, 2 * target.length));
    }
    target[start] = (byte) length;
    target[start + 1] = (byte) (length >> Byte.SIZE);
    System.arraycopy(bytes, offset, target, start + LENGTH_BYTES, length);
    records = target;
    end = start + size;
    int number = count + 1;
    if (number == places.length) {
      places = Arrays.copyOf(places, 2 * number);
    }
    places[number] = start;
    count = number;
    publish(hash, number);
    return number;
  }

  private void publish(int hash, int number) {
    long[] words = table;
    if (number > words.length / 4 * 3) {
      words = new long[2 * words.length];
      for (long word : table) {
        if (word != 0) {
          words[free(words, (int) (word >>> Integer.SIZE))] = word;
        }
      }
      table = words;
    }
    long word = (long) hash << Integer.SIZE | number;
    WORDS.setRelease(words, free(words, hash), word);
  }

  private static int free(long[] words, int hash) {
    int mask = words.length - 1;
    int at = hash & mask;
    while (words[at] != 0) {
      at = at + 1 & mask;
    }
    return at;
  }
}
