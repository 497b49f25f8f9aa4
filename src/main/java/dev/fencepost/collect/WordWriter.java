// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

/** Adds lists of numbers to {@link WordRecords}. */
public final class WordWriter extends Writer {
  private final WordRecords set;

  /** The staged words, and their layout. */
  private final LongList staged = new LongList();

  private WordLayout layout = WordLayout.EMPTY;

  private final RecentWords recent = new RecentWords();

  WordWriter(WordRecords set) {
    super(set);
    this.set = set;
  }

  /** How numbers become words now. */
  public WordLayout layout() {
    return set.layout();
  }

  /** The staged words; more may be added, in the current layout. */
  public LongList staged() {
    followLayout();
    return staged;
  }

  @Override
  public void clearStaged() {
    staged.cutTo(0);
    recent.clear();
  }

  @Override
  public int stagedCount() {
    return staged.size();
  }

  @Override
  public boolean stage(byte[] bytes, int offset, int length) {
    followLayout();
    long word = layout.pack(bytes, offset, length);
    while (word == 0 && !full) {
      set.waiting.incrementAndGet();
      try {
        full =
            !alone(
                () -> set.layout().pack(bytes, offset, length) == 0,
                () -> set.widen(bytes, offset, length));
      } finally {
        set.waiting.decrementAndGet();
      }
      followLayout();
      word = layout.pack(bytes, offset, length);
    }
    staged.add(word);
    return !full;
  }

  /** Makes widths as great as the words that wait need; while this writer stands aside. */
  void measure(int[] widths) {
    for (int i = 0; i < staged.size(); i++) {
      layout.measure(staged.get(i), widths);
    }
  }

  /** Brings the words that wait into the set's layout, which another writer may have changed. */
  private void followLayout() {
    if (layout != set.layout()) {
      repack(set.layout());
    }
  }

  private void repack(WordLayout wider) {
    for (int i = 0; i < staged.size(); i++) {
      staged.set(i, wider.repack(staged.get(i), layout));
    }
    layout = wider;
    recent.forget();
  }

  @Override
  public void approach() {
    followLayout();
    recent.find(staged);
    seen = set.approach(recent.hashes(), recent.count());
  }

  /** Skips words that came up lately, which were added then. */
  @Override
  public int nextNew(int from) {
    return recent.next(from);
  }

  @Override
  public void forget() {
    recent.forget();
  }

  @Override
  public int addStaged(int index, int tag) {
    if (full || !makeRoom(Cursor.WORD_RECORD)) {
      return RecordSet.FULL;
    }
    followLayout();
    long word = staged.get(index);
    if (!set.insert(word, ByteHash.hash(word))) {
      return RecordSet.PRESENT;
    }
    int reference = next();
    byte[] target = set.arena.chunk(reference);
    int at = ByteArena.offset(reference);
    Cursor.writeTag(target, at, tag);
    Cursor.setWord(target, at, word);
    return added(Cursor.WORD_RECORD);
  }
}
