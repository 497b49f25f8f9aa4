// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import java.util.Arrays;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * A set of records as they are. In the arena a record is its tag (4 bytes), its length (2) and what
 * is kept of it, padded to {@link ByteArena#UNIT}; its word is 32 bits of hash above the reference
 * plus one.
 *
 * <p>In a set with parts, records are cut and each different part is kept once, in another set; the
 * record itself holds references. Sets of long records that differ little take far less so.
 */
public final class ByteRecords extends RecordSet {
  /** Said by {@link #find} of a record that is not there; no record has this reference. */
  static final int ABSENT = -1;

  static final int HEADER_BYTES = 6;

  /** Where the parts of the records are, or null where records are whole. */
  private final @Nullable ByteRecords parts;

  /** The set whose parts these are, or this set itself. */
  private ByteRecords whole = this;

  /**
   * A set whose records are whole.
   *
   * @param maxBytes the memory that table and records may take together
   */
  public ByteRecords(long maxBytes) {
    this(maxBytes, new ReentrantReadWriteLock(), null);
  }

  private ByteRecords(long maxBytes, ReentrantReadWriteLock growth, @Nullable ByteRecords parts) {
    super(maxBytes, growth);
    this.parts = parts;
    if (parts != null) {
      parts.whole = this;
    }
  }

  /** A set whose records are cut into parts. */
  public static ByteRecords withParts(long maxBytes) {
    // one lock for both: who waits for the others to step aside must not hold what they wait for
    ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    return new ByteRecords(maxBytes, lock, new ByteRecords(maxBytes, lock, null));
  }

  @Override
  public ByteWriter newWriter() {
    return new ByteWriter(this);
  }

  @Override
  public long bytes() {
    return parts == null ? super.bytes() : super.bytes() + parts.bytes();
  }

  @Override
  public void read(int reference, Cursor cursor) {
    cursor.pointTo(reference, arena.chunk(reference));
    if (parts != null) {
      cursor.assemble(parts);
    }
  }

  @Nullable ByteRecords parts() {
    return parts;
  }

  /** How many bytes are kept of a record of this length. */
  int storedLength(int length) {
    return parts == null ? length : PartWriter.encodedLength(length);
  }

  @Override
  boolean mayTake(long more) {
    return whole.bytes() + more <= maxBytes;
  }

  @Override
  boolean crowded() {
    return super.crowded() || parts != null && parts.crowded();
  }

  @Override
  boolean grow() {
    return (parts == null || parts.grow()) && super.grow();
  }

  @Override
  int hash(long word) {
    return (int) (word >>> Integer.SIZE);
  }

  /**
   * Puts the record that the writer has ready at {@code reference} into the table, unless an equal
   * one is there.
   */
  boolean insert(int hash, int reference, byte[] bytes, int offset, int length) {
    long[] words = table;
    int mask = words.length - 1;
    int place = hash >>> shift;
    long word = (long) hash << Integer.SIZE | Integer.toUnsignedLong(reference + 1);
    while (true) {
      long found = (long) WORDS.getAcquire(words, place);
      if (found == 0) {
        found = (long) WORDS.compareAndExchange(words, place, 0L, word);
        if (found == 0) {
          return true;
        }
      }
      if (hash(found) == hash && matches((int) found - 1, bytes, offset, length)) {
        return false;
      }
      place = place + 1 & mask;
    }
  }

  /** The reference of the equal record, or {@link #ABSENT}. */
  int find(int hash, byte[] bytes, int offset, int length) {
    long[] words = table;
    int mask = words.length - 1;
    int place = hash >>> shift;
    for (long found = (long) WORDS.getAcquire(words, place);
        found != 0;
        found = (long) WORDS.getAcquire(words, place)) {
      if (hash(found) == hash && matches((int) found - 1, bytes, offset, length)) {
        return (int) found - 1;
      }
      place = place + 1 & mask;
    }
    return ABSENT;
  }

  /** Looks at the places where records with these hashes would be, so that they are near. */
  int approach(int[] hashes, int count) {
    long[] words = table;
    int seen = 0;
    for (int i = 0; i < count; i++) {
      long word = words[hashes[i] >>> shift];
      seen ^= (int) word;
    }
    for (int i = 0; i < count; i++) {
      long word = words[hashes[i] >>> shift];
      if (hash(word) == hashes[i] && word != 0) {
        int reference = (int) word - 1;
        seen ^= arena.chunk(reference)[ByteArena.offset(reference)];
      }
    }
    return seen;
  }

  private boolean matches(int reference, byte[] bytes, int offset, int length) {
    byte[] chunk = arena.chunk(reference);
    int start = ByteArena.offset(reference);
    int from = start + HEADER_BYTES;
    int stored = storedLength(length);
    return Cursor.length(chunk, start) == length
        && Arrays.equals(chunk, from, from + stored, bytes, offset, offset + stored);
  }
}
