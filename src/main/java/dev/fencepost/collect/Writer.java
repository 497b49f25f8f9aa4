// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Adds records to a {@link RecordSet} for one thread, between {@link #open} and {@link #close}; the
 * thread may have opened several. Keeps the records that it added since the last {@link
 * #takeBlocks} as blocks: runs of records that lie side by side, in the order in which they were
 * added.
 */
public abstract sealed class Writer permits ByteWriter, WordWriter {
  private static final int BLOCK_RECORDS = 256;

  /** How many records a writer adds before it counts them. */
  static final int COUNT_EVERY = 64;

  private static final long PATIENCE_NANOS = 20_000;

  private final RecordSet set;
  private final IntList blocks = new IntList();

  /** Where the next record goes. */
  private int chunk = -1;

  private int position = ByteArena.CHUNK_BYTES;
  private int blockStart;
  private int blockRecords;
  private int uncounted;

  /** How many records wait for {@link #addStaged}. */
  int stagedCount;

  /** Whether something found no room any more. */
  boolean full;

  /** A checksum of prefetched words: it keeps the JIT from dropping the prefetch. */
  long seen;

  Writer(RecordSet set) {
    this.set = set;
    set.enter();
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

  void settle() {
    set.count(uncounted);
    uncounted = 0;
  }

  /**
   * Adds a record and gives its reference, or {@link RecordSet#PRESENT} or {@link RecordSet#FULL}.
   */
  public int add(byte[] bytes, int offset, int length, int tag) {
    clearStaged();
    stage(bytes, offset, length);
    return addStaged(0, tag);
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
  public abstract boolean stage(byte[] bytes, int offset, int length);

  /** Looks at where the records that wait will be. */
  public abstract void approach();

  /**
   * The index of the next record that waits, from an index on, and may not be in the set; after
   * {@link #approach}, and each time with a greater index.
   */
  public int nextNew(int from) {
    return from;
  }

  /** Lets {@link #nextNew} skip nothing that came up before: it may not be in the set any more. */
  public void forget() {
    // nothing is remembered
  }

  /** Adds a record that waits, as {@link #add} does. */
  public abstract int addStaged(int index, int tag);

  /**
   * Moves the blocks to {@code target} as pairs: first reference, end reference (exclusive). Counts
   * what was added.
   */
  public void takeBlocks(IntList target) {
    settle();
    endBlock();
    target.addAll(blocks);
    blocks.clear();
  }

  /** Leaves the set for a moment if another writer waits for that; whether there is room then. */
  public boolean giveWay() {
    return !set.crowded() || stepAside();
  }

  /** Makes the table and the arena large enough for one more record; whether they may be. */
  boolean makeRoom(int size) {
    if (!giveWay()) {
      return false;
    }
    if (position + size < ByteArena.CHUNK_BYTES) {
      return true;
    }
    endBlock();
    int taken = set.mayTake(ByteArena.CHUNK_BYTES) ? set.arena.take() : -1;
    if (taken < 0) {
      return false;
    }
    chunk = taken;
    position = 0;
    return true;
  }

  /** The reference of the next record, once there is room for it. */
  int next() {
    return ByteArena.reference(chunk, position);
  }

  /** The record was written to where {@link #next} says, and is in the table. */
  int added(int size) {
    int reference = next();
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
    return reference;
  }

  private void endBlock() {
    if (blockRecords > 0) {
      blocks.add(blockStart);
      blocks.add(next());
      blockRecords = 0;
    }
  }

  /** Leaves the table, so that it can be doubled; whether there is room then. */
  private boolean stepAside() {
    return alone(() -> set.crowded(), () -> set.waiting.get() > 0 || set.grow());
  }

  /**
   * Does something while no other writer is inside, as long as it has to be done: another writer
   * may do it. Meanwhile helps with the table.
   */
  boolean alone(BooleanSupplier needed, BooleanSupplier work) {
    boolean done = true;
    int open = set.growth().getReadHoldCount();
    for (int i = 0; i < open; i++) {
      set.growth().readLock().unlock();
    }
    try {
      while (done && needed.getAsBoolean()) {
        if (set.growth().writeLock().tryLock()) {
          try {
            done = work.getAsBoolean();
          } finally {
            set.growth().writeLock().unlock();
          }
        } else {
          set.help();
          LockSupport.parkNanos(PATIENCE_NANOS);
        }
      }
    } finally {
      // also where there is no memory for a larger table: whoever has opened this will close it
      for (int i = 0; i < open; i++) {
        set.growth().readLock().lock();
      }
    }
    return done;
  }
}
