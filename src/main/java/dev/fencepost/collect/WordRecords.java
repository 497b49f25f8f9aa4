// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * A set of lists of numbers above 0, of four bytes each, that fit into one word together, see
 * {@link WordLayout}. The table holds these words themselves, and the arena tag and word of each.
 */
public final class WordRecords extends RecordSet {
  /** How numbers become words; changed as the table is. */
  private volatile WordLayout layout = WordLayout.EMPTY;

  /** By place, the greatest number that records elsewhere may have there. */
  private final Supplier<int[]> elsewhere;

  private final List<WordWriter> writers = new CopyOnWriteArrayList<>();
  private boolean tooWide;

  /**
   * An empty one.
   *
   * @param maxBytes the memory that table and records may take together
   */
  public WordRecords(long maxBytes) {
    this(maxBytes, () -> new int[0]);
  }

  private WordRecords(long maxBytes, Supplier<int[]> elsewhere) {
    super(maxBytes, new ReentrantReadWriteLock());
    this.elsewhere = elsewhere;
  }

  /**
   * A set that takes no records. Its writers stage records for a store of another kind.
   *
   * @param elsewhere by place, the greatest number that the other store may have there
   */
  public static WordRecords staging(Supplier<int[]> elsewhere) {
    WordRecords set = new WordRecords(Long.MAX_VALUE, elsewhere);
    int[] widths = Arrays.stream(elsewhere.get()).map(WordLayout::bits).toArray();
    WordLayout known = widths.length == 0 ? WordLayout.EMPTY : WordLayout.roomy(widths);
    set.tooWide = known == null;
    set.layout = known == null ? WordLayout.EMPTY : known;
    return set;
  }

  @Override
  public WordWriter newWriter() {
    WordWriter writer = new WordWriter(this);
    writers.add(writer);
    return writer;
  }

  @Override
  public boolean isTooWide() {
    return tooWide;
  }

  @Override
  public void read(int reference, Cursor cursor) {
    cursor.pointToWord(reference, arena.chunk(reference), layout);
  }

  @Override
  int hash(long word) {
    return ByteHash.hash(word);
  }

  /** How numbers become words now. */
  public WordLayout layout() {
    return layout;
  }

  /**
   * Makes the fields wide enough for a record; the caller holds the write lock. Other fields may
   * get narrower, but not than what is in the set and what waits to be added need.
   */
  boolean widen(byte[] bytes, int offset, int length) {
    if (layout.pack(bytes, offset, length) != 0) {
      return true;
    }
    int[] widths = layout.widthsWith(bytes, offset, length);
    for (int chunk = 0; chunk < arena.chunks(); chunk++) {
      byte[] words = arena.chunk(ByteArena.reference(chunk, 0));
      for (int at = 0; hasWord(words, at); at += Cursor.WORD_RECORD) {
        layout.measure(Cursor.word(words, at), widths);
      }
    }
    writers.forEach(writer -> writer.measure(widths));
    int[] greatest = elsewhere.get();
    for (int i = 0; i < Math.min(widths.length, greatest.length); i++) {
      widths[i] = Math.max(widths[i], WordLayout.bits(greatest[i]));
    }
    WordLayout wider = WordLayout.roomy(widths);
    if (wider == null) {
      tooWide = true;
      return false;
    }
    repack(wider);
    return true;
  }

  /**
   * Makes the fields of a set without records wide enough for the numbers elsewhere; whether a word
   * has room for them.
   */
  public boolean widen() {
    growth().writeLock().lock();
    try {
      int[] greatest = elsewhere.get();
      int[] widths = Arrays.copyOf(layout.widths(), Math.max(layout.fields(), greatest.length));
      boolean wide = true;
      for (int i = 0; i < greatest.length; i++) {
        int needed = WordLayout.bits(greatest[i]);
        wide &= needed <= widths[i];
        widths[i] = needed;
      }
      WordLayout wider = wide ? layout : WordLayout.roomy(widths);
      tooWide |= wider == null;
      layout = wider == null ? layout : wider;
      return !tooWide;
    } finally {
      growth().writeLock().unlock();
    }
  }

  private void repack(WordLayout wider) {
    Arrays.fill(table, 0);
    for (int chunk = 0; chunk < arena.chunks(); chunk++) {
      byte[] words = arena.chunk(ByteArena.reference(chunk, 0));
      for (int at = 0; hasWord(words, at); at += Cursor.WORD_RECORD) {
        long repacked = wider.repack(Cursor.word(words, at), layout);
        Cursor.setWord(words, at, repacked);
        insert(repacked, ByteHash.hash(repacked));
      }
    }
    layout = wider;
  }

  /** Whether there is a record here; they lie in a chunk from its start on. */
  private static boolean hasWord(byte[] words, int at) {
    return at + Cursor.WORD_RECORD <= words.length && Cursor.word(words, at) != 0;
  }

  /** Puts a word into the table, unless it is there. */
  boolean insert(long word, int hash) {
    long[] words = table;
    int mask = words.length - 1;
    int place = hash >>> shift;
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

  /** Looks at the places where words with these hashes would be, so that they are near. */
  long approach(int[] hashes, int count) {
    long[] words = table;
    long seen = 0;
    for (int i = 0; i < count; i++) {
      seen ^= words[hashes[i] >>> shift];
    }
    return seen;
  }
}
