// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * A set of byte records that only grows, exact, for many writers at once. Each record has a
 * reference, and a tag of 32 bits that is set when the record is added and takes no part in
 * equality.
 *
 * <p>Records lie in an arena and begin with their tag. An open-addressing table holds one word for
 * each record; 0 is a free slot. The upper bits of a hash choose the slot, and the word determines
 * the hash, so that the table is doubled without reading records. Insertion is one compare-and-set;
 * doubling waits until every writer has stepped aside.
 *
 * <p>Subclasses define the layout of records and words.
 */
public abstract sealed class RecordSet permits ByteRecords, WordRecords {
  /** Said by {@link Writer#add} of a record that is there already. */
  public static final int PRESENT = -1;

  /** Said by {@link Writer#add} when the record would need more bytes than allowed. */
  public static final int FULL = -2;

  /** The longest record. */
  public static final int MAX_LENGTH = 60_000;

  /** For the words of {@link #table}. */
  static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

  private static final int INITIAL_BITS = 10;
  private static final int MAX_BITS = 30;

  final ByteArena arena = new ByteArena();
  private final AtomicLong counted = new AtomicLong();
  private final ReentrantReadWriteLock growth;
  final long maxBytes;

  /** Changed only while no writer is inside; the next one follows it. */
  long[] table = new long[1 << INITIAL_BITS];

  /** How far a hash is shifted to the right to become a place. */
  int shift = Integer.SIZE - INITIAL_BITS;

  private volatile boolean crowded;

  private final AtomicInteger writers = new AtomicInteger();

  /** What fills a larger table, or null. */
  private volatile @Nullable Moving moving;

  /** How many writers wait for the others to step aside, for another reason than the table. */
  final AtomicInteger waiting = new AtomicInteger();

  /**
   * @param maxBytes the memory that table and records may take together
   * @param growth what writers share, and who changes the table has for itself
   */
  RecordSet(long maxBytes, ReentrantReadWriteLock growth) {
    this.maxBytes = maxBytes;
    this.growth = growth;
  }

  /** A writer for one thread. */
  public abstract Writer newWriter();

  /** Points the cursor at a record. */
  public abstract void read(int reference, Cursor cursor);

  /** Whether one got more numbers, or greater ones, than there is room for in a word. */
  public boolean isTooWide() {
    return false;
  }

  /** The hash of the record that a word of the table stands for. */
  abstract int hash(long word);

  /** The number of records; exact when all writers are closed, else up to 64 a writer too low. */
  public long size() {
    return counted.get();
  }

  /** The memory that table and records take. */
  public long bytes() {
    return arena.bytes() + (long) table.length * Long.BYTES;
  }

  /** The tag of a record. */
  public int tag(int reference) {
    return Cursor.tag(arena.chunk(reference), ByteArena.offset(reference));
  }

  /** Changes the tag of a record; for one thread, which alone may read changed tags. */
  public void setTag(int reference, int tag) {
    Cursor.writeTag(arena.chunk(reference), ByteArena.offset(reference), tag);
  }

  boolean mayTake(long more) {
    return bytes() + more <= maxBytes;
  }

  ReentrantReadWriteLock growth() {
    return growth;
  }

  /** Whether writers are to step aside. */
  boolean crowded() {
    return crowded || waiting.get() > 0;
  }

  /** One more writer: the table has room for what each may have added and not counted. */
  void enter() {
    writers.incrementAndGet();
    count(0);
  }

  void count(int added) {
    counted.addAndGet(added);
    if (isTight()) {
      crowded = true;
    }
  }

  private boolean isTight() {
    long uncounted = (long) writers.get() * Writer.COUNT_EVERY;
    return counted.get() + uncounted > table.length / 10 * 7L;
  }

  /** Doubles the table if it is still crowded; the caller holds the write lock. */
  boolean grow() {
    if (!crowded) {
      return true;
    }
    int bits = Integer.SIZE - shift + 1;
    if (bits > MAX_BITS || !mayTake((long) Long.BYTES << bits)) {
      return false;
    }
    int newShift = Integer.SIZE - bits;
    long[] doubled = new long[1 << bits];
    Moving now = new Moving(table, doubled, newShift);
    moving = now;
    help();
    now.await();
    moving = null;
    table = doubled;
    shift = newShift;
    crowded = isTight();
    return true;
  }

  /** Helps another writer that is filling a larger table. */
  void help() {
    Moving now = moving;
    if (now != null) {
      now.run(this);
    }
  }

  /** Words on their way to a larger table. Words that are near stay near. */
  private static final class Moving {
    private static final int SEGMENT = 1 << 16;

    private final long[] from;
    private final long[] to;
    private final int shift;
    private final int segments;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();

    Moving(long[] from, long[] to, int shift) {
      this.from = from;
      this.to = to;
      this.shift = shift;
      segments = (from.length + SEGMENT - 1) / SEGMENT;
    }

    void run(RecordSet set) {
      for (int i = taken.getAndIncrement(); i < segments; i = taken.getAndIncrement()) {
        int end = Math.min(from.length, (i + 1) * SEGMENT);
        for (int at = i * SEGMENT; at < end; at++) {
          if (from[at] != 0) {
            put(from[at], set.hash(from[at]) >>> shift);
          }
        }
        done.incrementAndGet();
      }
    }

    private void put(long word, int first) {
      int place = first;
      while (to[place] != 0 || !WORDS.compareAndSet(to, place, 0L, word)) {
        place = place + 1 & to.length - 1;
      }
    }

    /** Waits for those who help. */
    void await() {
      while (done.get() < segments) {
        Thread.onSpinWait();
      }
    }
  }
}
