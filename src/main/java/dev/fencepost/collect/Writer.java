// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * Adds records to a {@link RecordSet} for one thread, between {@link #open} and {@link #close}.
 * Keeps the records that it added since the last {@link #takeBlocks} as blocks: runs of records
 * that lie side by side, in the order in which they were added.
 */
public final class Writer {
  private static final int BLOCK_RECORDS = 256;
  private static final int COUNT_EVERY = 64;

  private final RecordSet set;
  private final IntList blocks = new IntList();

  private int chunk = -1;
  private int position = ByteArena.CHUNK_BYTES;
  private int blockStart;
  private int blockRecords;
  private int uncounted;

  /** Cuts records, and counts as a writer of the set of parts; null where records are whole. */
  private final Writer partStore;

  private final PartWriter cutter;

  /** The records that wait for {@link #addStaged}, as they will be stored. */
  private byte[] staged = new byte[1024];

  private int[] stagedEnds = new int[64];
  private int[] stagedLengths = new int[64];
  private int[] stagedHashes = new int[64];
  private int stagedCount;

  /** The same where records are numbers: their words, and the layout that they are of. */
  private long[] stagedWords = new long[64];

  private WordLayout stagedLayout;

  /** Whether something found no room any more. */
  private boolean full;

  /** What was looked at in advance: kept, so that it is looked at. */
  long seen;

  Writer(RecordSet set) {
    this.set = set;
    partStore = set.parts() == null ? null : new Writer(set.parts());
    cutter = partStore == null ? null : new PartWriter(partStore);
  }

  /** Enters the set: until {@link #close} the table can only grow inside {@link #add}. */
  public void open() {
    set.growth().readLock().lock();
  }

  /** Leaves the set, and counts what was added. */
  public void close() {
    settle();
    set.growth().readLock().unlock();
  }

  private void settle() {
    set.count(uncounted);
    uncounted = 0;
    if (partStore != null) {
      partStore.settle();
    }
  }

  /**
   * Adds a record and gives its reference, or {@link RecordSet#PRESENT} or {@link RecordSet#FULL}.
   */
  public int add(byte[] bytes, int offset, int length, int tag) {
    clearStaged();
    stage(bytes, offset, length);
    return addStaged(0, tag);
  }

  /**
   * Gives the reference of a record, which is added with this tag unless it is there already; or
   * {@link RecordSet#FULL}.
   */
  public int intern(byte[] bytes, int offset, int length, int tag) {
    if (cutter == null) {
      return intern(ByteHash.hash(bytes, offset, length), bytes, offset, length, tag);
    }
    clearStaged();
    if (!stage(bytes, offset, length)) {
      return RecordSet.FULL;
    }
    return intern(stagedHashes[0], staged, 0, length, tag);
  }

  private int intern(int hash, byte[] bytes, int offset, int length, int tag) {
    int found = set.find(hash, bytes, offset, length);
    if (found != RecordSet.ABSENT) {
      return found;
    }
    int added = addAbsent(hash, bytes, offset, length, tag);
    return added == RecordSet.PRESENT ? set.find(hash, bytes, offset, length) : added;
  }

  /** Forgets the records that wait. */
  public void clearStaged() {
    stagedCount = 0;
  }

  /** How many records wait. */
  public int stagedCount() {
    return stagedCount;
  }

  /** Makes a record ready, to be added after others: so that memory is waited for once for all. */
  public boolean stage(byte[] bytes, int offset, int length) {
    if (set.layout() != null) {
      return stageWord(bytes, offset, length);
    }
    int start = stagedCount == 0 ? 0 : stagedEnds[stagedCount - 1];
    int size = set.storedLength(length);
    if (start + size > staged.length) {
      staged = Arrays.copyOf(staged, Math.max(start + size, 2 * staged.length));
    }
    if (stagedCount == stagedEnds.length) {
      stagedEnds = Arrays.copyOf(stagedEnds, 2 * stagedCount);
      stagedHashes = Arrays.copyOf(stagedHashes, 2 * stagedCount);
      stagedLengths = Arrays.copyOf(stagedLengths, 2 * stagedCount);
    }
    boolean room = true;
    if (cutter == null) {
      System.arraycopy(bytes, offset, staged, start, length);
    } else {
      room = cutter.encode(bytes, offset, length, staged, start);
    }
    stagedHashes[stagedCount] = ByteHash.hash(staged, start, size);
    stagedLengths[stagedCount] = length;
    stagedEnds[stagedCount] = start + size;
    stagedCount++;
    full |= !room;
    return room;
  }

  /** Looks at where the records that wait will be. */
  public void approach() {
    seen =
        set.layout() == null
            ? set.approach(stagedHashes, stagedCount)
            : set.approach(stagedWords, stagedCount);
  }

  private boolean stageWord(byte[] bytes, int offset, int length) {
    if (stagedCount == stagedWords.length) {
      stagedWords = Arrays.copyOf(stagedWords, 2 * stagedCount);
    }
    followLayout();
    long word = stagedLayout.pack(bytes, offset, length);
    while (word == 0 && !full) {
      full = !alone(() -> set.widen(bytes, offset, length));
      followLayout();
      word = stagedLayout.pack(bytes, offset, length);
    }
    stagedWords[stagedCount] = word;
    stagedCount++;
    return !full;
  }

  /** Brings the words that wait into the set's layout, which another writer may have changed. */
  private void followLayout() {
    WordLayout layout = set.layout();
    if (stagedLayout != layout) {
      for (int i = 0; i < stagedCount; i++) {
        stagedWords[i] = layout.repack(stagedWords[i], stagedLayout);
      }
      stagedLayout = layout;
    }
  }

  private int addWord(int index, int tag) {
    followLayout();
    if (set.has(stagedWords[index])) {
      return RecordSet.PRESENT;
    }
    if (set.crowded() && !growTable() || !makeRoom(Cursor.WORD_RECORD)) {
      return RecordSet.FULL;
    }
    followLayout();
    if (!set.insert(stagedWords[index])) {
      return RecordSet.PRESENT;
    }
    int reference = ByteArena.reference(chunk, position);
    byte[] target = set.arena().chunk(reference);
    Cursor.writeTag(target, position, tag);
    Cursor.setWord(target, position, stagedWords[index]);
    added(reference, Cursor.WORD_RECORD);
    return reference;
  }

  /** Adds a record that waits, as {@link #add} does. */
  public int addStaged(int index, int tag) {
    if (full) {
      return RecordSet.FULL;
    }
    if (set.layout() != null) {
      return addWord(index, tag);
    }
    int start = index == 0 ? 0 : stagedEnds[index - 1];
    int length = stagedLengths[index];
    int hash = stagedHashes[index];
    if (set.find(hash, staged, start, length) != RecordSet.ABSENT) {
      return RecordSet.PRESENT;
    }
    return addAbsent(hash, staged, start, length, tag);
  }

  private int addAbsent(int hash, byte[] bytes, int offset, int length, int tag) {
    int stored = set.storedLength(length);
    int size = Cursor.units(stored) * ByteArena.UNIT;
    if (set.crowded() && !growTable() || !makeRoom(size)) {
      return RecordSet.FULL;
    }
    byte[] target = set.arena().chunk(ByteArena.reference(chunk, 0));
    Cursor.writeHeader(target, position, tag, length);
    System.arraycopy(bytes, offset, target, position + RecordSet.HEADER_BYTES, stored);
    int reference = ByteArena.reference(chunk, position);
    if (!set.insert(hash, reference, bytes, offset, length)) {
      return RecordSet.PRESENT;
    }
    added(reference, size);
    return reference;
  }

  /** Moves the blocks to {@code target} as pairs: first reference, end reference (exclusive). */
  public void takeBlocks(IntList target) {
    endBlock();
    target.addAll(blocks);
    blocks.clear();
  }

  private void added(int reference, int size) {
    if (blockRecords++ == 0) {
      blockStart = reference;
    }
    position += size;
    if (blockRecords == BLOCK_RECORDS) {
      endBlock();
    }
    if (++uncounted == COUNT_EVERY) {
      set.count(uncounted);
      uncounted = 0;
    }
  }

  private void endBlock() {
    if (blockRecords > 0) {
      blocks.add(blockStart);
      blocks.add(ByteArena.reference(chunk, position));
      blockRecords = 0;
    }
  }

  private boolean makeRoom(int size) {
    if (position + size < ByteArena.CHUNK_BYTES) {
      return true;
    }
    endBlock();
    int taken = set.mayTake(ByteArena.CHUNK_BYTES) ? set.arena().take() : -1;
    if (taken < 0) {
      return false;
    }
    chunk = taken;
    position = 0;
    return true;
  }

  private boolean growTable() {
    return alone(set::grow);
  }

  /** Does something while no other writer is inside. */
  private boolean alone(BooleanSupplier work) {
    set.growth().readLock().unlock();
    set.growth().writeLock().lock();
    try {
      return work.getAsBoolean();
    } finally {
      set.growth().readLock().lock();
      set.growth().writeLock().unlock();
    }
  }
}
