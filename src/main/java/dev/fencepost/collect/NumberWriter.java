// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import java.util.Arrays;

/** Adds lists of numbers to {@link NumberRecords}. */
public final class NumberWriter extends Writer {
  private final NumberRecords set;

  /** The words that wait, and the layout that they are of. */
  private long[] staged = new long[64];

  private WordLayout layout;

  NumberWriter(NumberRecords set) {
    super(set);
    this.set = set;
  }

  @Override
  public boolean stage(byte[] bytes, int offset, int length) {
    if (stagedCount == staged.length) {
      staged = Arrays.copyOf(staged, 2 * stagedCount);
    }
    followLayout();
    long word = layout.pack(bytes, offset, length);
    while (word == 0 && !full) {
      full = !alone(() -> set.widen(bytes, offset, length));
      followLayout();
      word = layout.pack(bytes, offset, length);
    }
    staged[stagedCount] = word;
    stagedCount++;
    return !full;
  }

  /** Makes widths as great as the words that wait need; while this writer stands aside. */
  void measure(int[] widths) {
    for (int i = 0; i < stagedCount; i++) {
      layout.measure(staged[i], widths);
    }
  }

  /** Brings the words that wait into the set's layout, which another writer may have changed. */
  private void followLayout() {
    if (layout != set.layout()) {
      repack(set.layout());
    }
  }

  private void repack(WordLayout wider) {
    for (int i = 0; i < stagedCount; i++) {
      staged[i] = wider.repack(staged[i], layout);
    }
    layout = wider;
  }

  @Override
  public void approach() {
    seen = set.approach(staged, stagedCount);
  }

  @Override
  public int addStaged(int index, int tag) {
    if (full) {
      return RecordSet.FULL;
    }
    followLayout();
    if (set.has(staged[index])) {
      return RecordSet.PRESENT;
    }
    if (!makeRoom(Cursor.WORD_RECORD)) {
      return RecordSet.FULL;
    }
    followLayout();
    if (!set.insert(staged[index])) {
      return RecordSet.PRESENT;
    }
    int reference = next();
    byte[] target = set.arena.chunk(reference);
    int at = ByteArena.offset(reference);
    Cursor.writeTag(target, at, tag);
    Cursor.setWord(target, at, staged[index]);
    return added(Cursor.WORD_RECORD);
  }
}
