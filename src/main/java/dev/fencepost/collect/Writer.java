// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

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

  Writer(RecordSet set) {
    this.set = set;
  }

  /** Enters the set: until {@link #close} the table can only grow inside {@link #add}. */
  public void open() {
    set.growth().readLock().lock();
  }

  /** Leaves the set, and counts what was added. */
  public void close() {
    set.count(uncounted);
    uncounted = 0;
    set.growth().readLock().unlock();
  }

  /**
   * Adds a record and gives its reference, or {@link RecordSet#PRESENT} or {@link RecordSet#FULL}.
   */
  public int add(byte[] bytes, int offset, int length, int tag) {
    int hash = ByteHash.hash(bytes, offset, length);
    if (set.find(hash, bytes, offset, length) != RecordSet.ABSENT) {
      return RecordSet.PRESENT;
    }
    return addAbsent(hash, bytes, offset, length, tag);
  }

  /**
   * Gives the reference of a record, which is added with this tag unless it is there already; or
   * {@link RecordSet#FULL}.
   */
  public int intern(byte[] bytes, int offset, int length, int tag) {
    int hash = ByteHash.hash(bytes, offset, length);
    int found = set.find(hash, bytes, offset, length);
    if (found != RecordSet.ABSENT) {
      return found;
    }
    int added = addAbsent(hash, bytes, offset, length, tag);
    return added == RecordSet.PRESENT ? set.find(hash, bytes, offset, length) : added;
  }

  private int addAbsent(int hash, byte[] bytes, int offset, int length, int tag) {
    int size = Cursor.units(length) * ByteArena.UNIT;
    if (set.crowded() && !growTable() || !makeRoom(size)) {
      return RecordSet.FULL;
    }
    byte[] target = set.arena().chunk(ByteArena.reference(chunk, 0));
    Cursor.writeHeader(target, position, tag, length);
    System.arraycopy(bytes, offset, target, position + RecordSet.HEADER_BYTES, length);
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
    set.growth().readLock().unlock();
    set.growth().writeLock().lock();
    try {
      return set.grow();
    } finally {
      set.growth().readLock().lock();
      set.growth().writeLock().unlock();
    }
  }
}
