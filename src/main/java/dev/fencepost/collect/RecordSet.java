// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A set of byte records that only grows, exact, and open to many writers at once. Each record has a
 * reference, and a tag of 32 bits that was given when it was added and takes no part in equality.
 *
 * <p>Records lie in an arena: tag (4 bytes), length (2), what is kept of them, padded to {@link
 * ByteArena#UNIT}. An open-addressing table holds for each one word: 32 bits of hash above the
 * reference plus one, so that 0 is a free place; the place is taken from the upper bits of that
 * hash, so that the table can be doubled without reading a record. Insertion is one
 * compare-and-set; doubling waits until every writer has stepped aside.
 *
 * <p>In a set with parts, records are cut and each different part is kept once, in another set; the
 * record itself holds references. Sets of long records that differ little take far less so.
 *
 * <p>In a set of numbers, records are lists of numbers that fit into one word together, see {@link
 * WordLayout}. The table holds these words themselves, and the arena tag and word of each.
 */
public final class RecordSet {
  /** Said by {@link Writer#add} of a record that is there already. */
  public static final int PRESENT = -1;

  /** Said by {@link Writer#add} when the record would need more bytes than allowed. */
  public static final int FULL = -2;

  /** Said by {@link #find} of a record that is not there; no record has this reference. */
  static final int ABSENT = -1;

  static final int HEADER_BYTES = 6;

  /** The longest record. */
  public static final int MAX_LENGTH = 60_000;

  private static final int INITIAL_BITS = 10;
  private static final int MAX_BITS = 30;
  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

  private final ByteArena arena = new ByteArena();
  private final AtomicLong counted = new AtomicLong();
  private final ReentrantReadWriteLock growth;
  private final long maxBytes;

  /** Where the parts of the records are, or null where records are whole. */
  private final RecordSet parts;

  /** The set whose parts these are, or this set itself. */
  private RecordSet whole = this;

  /** Changed only while no writer is inside; the next two follow it. */
  private long[] table = new long[1 << INITIAL_BITS];

  private int shift = Integer.SIZE - INITIAL_BITS;
  private volatile boolean crowded;

  /** How numbers become words, or null where records are not numbers; changed as the table is. */
  private WordLayout layout;

  private boolean tooWide;

  /**
   * @param maxBytes the memory that table and records may take together
   */
  public RecordSet(long maxBytes) {
    this(maxBytes, new ReentrantReadWriteLock(), null);
  }

  private RecordSet(long maxBytes, ReentrantReadWriteLock growth, RecordSet parts) {
    this.maxBytes = maxBytes;
    this.growth = growth;
    this.parts = parts;
    if (parts != null) {
      parts.whole = this;
    }
  }

  /** A set whose records are cut into parts. */
  public static RecordSet withParts(long maxBytes) {
    // one lock for both: who waits for the others to step aside must not hold what they wait for
    ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    return new RecordSet(maxBytes, lock, new RecordSet(maxBytes, lock, null));
  }

  /** A set whose records are lists of numbers above 0, of four bytes each. */
  public static RecordSet ofNumbers(long maxBytes) {
    RecordSet set = new RecordSet(maxBytes);
    set.layout = WordLayout.EMPTY;
    return set;
  }

  /** Whether this is such a set, and one got more numbers than there is room for in a word. */
  public boolean isTooWide() {
    return tooWide;
  }

  /** A writer for one thread. */
  public Writer newWriter() {
    return new Writer(this);
  }

  /** The number of records; exact when all writers are closed, else up to 64 a writer too low. */
  public long size() {
    return counted.get();
  }

  /** The memory that table and records take. */
  public long bytes() {
    long own = arena.bytes() + (long) table.length * Long.BYTES;
    return parts == null ? own : own + parts.bytes();
  }

  /** Points the cursor at a record. */
  public void read(int reference, Cursor cursor) {
    if (layout != null) {
      cursor.pointToWord(reference, arena.chunk(reference), layout);
      return;
    }
    cursor.pointTo(reference, arena.chunk(reference));
    if (parts != null) {
      cursor.assemble(parts);
    }
  }

  RecordSet parts() {
    return parts;
  }

  /** How many bytes are kept of a record of this length. */
  int storedLength(int length) {
    return parts == null ? length : PartWriter.encodedLength(length);
  }

  /** The tag of a record. */
  public int tag(int reference) {
    return Cursor.tag(arena.chunk(reference), ByteArena.offset(reference));
  }

  /** Changes the tag of a record; for sets that one thread has to itself. */
  public void setTag(int reference, int tag) {
    Cursor.writeTag(arena.chunk(reference), ByteArena.offset(reference), tag);
  }

  ByteArena arena() {
    return arena;
  }

  boolean mayTake(long more) {
    return whole.bytes() + more <= maxBytes;
  }

  ReentrantReadWriteLock growth() {
    return growth;
  }

  boolean crowded() {
    return crowded || parts != null && parts.crowded;
  }

  void count(int added) {
    if (counted.addAndGet(added) > table.length / 10 * 7L) {
      crowded = true;
    }
  }

  /** Doubles the table if it is still crowded; the caller holds the write lock. */
  boolean grow() {
    if (parts != null && !parts.grow()) {
      return false;
    }
    if (!crowded) {
      return true;
    }
    int bits = Integer.SIZE - shift + 1;
    if (bits > MAX_BITS || !mayTake((long) Long.BYTES << bits)) {
      return false;
    }
    long[] doubled = new long[1 << bits];
    int newShift = Integer.SIZE - bits;
    int mask = doubled.length - 1;
    for (long word : table) {
      if (word != 0) {
        int hash = layout != null ? ByteHash.hash(word) : (int) (word >>> Integer.SIZE);
        int place = hash >>> newShift;
        while (doubled[place] != 0) {
          place = place + 1 & mask;
        }
        doubled[place] = word;
      }
    }
    table = doubled;
    shift = newShift;
    crowded = false;
    return true;
  }

  WordLayout layout() {
    return layout;
  }

  /** Makes the fields wide enough for a record; the caller holds the write lock. */
  boolean widen(byte[] bytes, int offset, int length) {
    if (layout.pack(bytes, offset, length) != 0) {
      return true;
    }
    WordLayout wider = layout.widened(bytes, offset, length);
    if (wider == null) {
      tooWide = true;
      return false;
    }
    Arrays.fill(table, 0);
    for (int chunk = 0; chunk < arena.chunks(); chunk++) {
      byte[] words = arena.chunk(ByteArena.reference(chunk, 0));
      for (int at = 0; at + Cursor.WORD_RECORD <= words.length; at += Cursor.WORD_RECORD) {
        long word = Cursor.word(words, at);
        if (word != 0) {
          long repacked = wider.repack(word, layout);
          Cursor.setWord(words, at, repacked);
          insert(repacked);
        }
      }
    }
    layout = wider;
    return true;
  }

  /** Puts a word into the table, unless it is there. */
  boolean insert(long word) {
    long[] words = table;
    int mask = words.length - 1;
    int place = ByteHash.hash(word) >>> shift;
    while (true) {
      long found = (long) WORDS.getAcquire(words, place);
      if (found == 0) {
        found = (long) WORDS.compareAndExchange(words, place, 0L, word);
        if (found == 0) {
          return true;
        }
      }
      if (found == word) {
        return false;
      }
      place = place + 1 & mask;
    }
  }

  /** Whether a word is in the table. */
  boolean has(long word) {
    long[] words = table;
    int mask = words.length - 1;
    int place = ByteHash.hash(word) >>> shift;
    long found = words[place];
    while (found != 0 && found != word) {
      place = place + 1 & mask;
      found = words[place];
    }
    return found == word;
  }

  /** Looks at the places where words would be, so that they are near. */
  long approach(long[] staged, int count) {
    long[] words = table;
    long seen = 0;
    for (int i = 0; i < count; i++) {
      seen ^= words[ByteHash.hash(staged[i]) >>> shift];
    }
    return seen;
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
      if ((int) (found >>> Integer.SIZE) == hash
          && matches((int) found - 1, bytes, offset, length)) {
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
      if ((int) (found >>> Integer.SIZE) == hash
          && matches((int) found - 1, bytes, offset, length)) {
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
      if ((int) (word >>> Integer.SIZE) == hashes[i] && word != 0) {
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
