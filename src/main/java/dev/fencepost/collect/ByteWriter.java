// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Adds records to {@link ByteRecords}, whole or in parts. */
public final class ByteWriter extends Writer {
  private final ByteRecords set;

  /** Cuts records, and counts as a writer of the set of parts; null where records are whole. */
  private final @Nullable ByteWriter partStore;

  private final @Nullable PartWriter cutter;

  /** The records that wait, as they will be stored. */
  private byte[] staged = new byte[1024];

  private int[] ends = new int[64];
  private int[] lengths = new int[64];
  private int[] hashes = new int[64];

  ByteWriter(ByteRecords set) {
    super(set);
    this.set = set;
    partStore = set.parts() == null ? null : new ByteWriter(set.parts());
    cutter = partStore == null ? null : new PartWriter(partStore);
  }

  @Override
  void settle() {
    super.settle();
    if (partStore != null) {
      partStore.settle();
    }
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
    return intern(hashes[0], staged, 0, length, tag);
  }

  private int intern(int hash, byte[] bytes, int offset, int length, int tag) {
    int found = set.find(hash, bytes, offset, length);
    if (found != ByteRecords.ABSENT) {
      return found;
    }
    int added = addAbsent(hash, bytes, offset, length, tag);
    return added == RecordSet.PRESENT ? set.find(hash, bytes, offset, length) : added;
  }

  @Override
  public boolean stage(byte[] bytes, int offset, int length) {
    int start = stagedStart(stagedCount);
    int size = set.storedLength(length);
    reserve(start + size);
    boolean room = true;
    if (cutter == null) {
      System.arraycopy(bytes, offset, staged, start, length);
    } else {
      room = cutter.encode(bytes, offset, length, staged, start);
    }
    hashes[stagedCount] = ByteHash.hash(staged, start, size);
    lengths[stagedCount] = length;
    ends[stagedCount] = start + size;
    stagedCount++;
    full |= !room;
    return room;
  }

  /** The staged records; each is whole where the set is not one of parts. */
  public byte[] stagedBytes() {
    return staged;
  }

  /** Where a staged record begins. */
  public int stagedStart(int index) {
    return index == 0 ? 0 : ends[index - 1];
  }

  /** How long a staged record is. */
  public int stagedLength(int index) {
    return lengths[index];
  }

  private void reserve(int size) {
    if (size > staged.length) {
      staged = Arrays.copyOf(staged, Math.max(size, 2 * staged.length));
    }
    if (stagedCount == ends.length) {
      ends = Arrays.copyOf(ends, 2 * stagedCount);
      hashes = Arrays.copyOf(hashes, 2 * stagedCount);
      lengths = Arrays.copyOf(lengths, 2 * stagedCount);
    }
  }

  @Override
  public void approach() {
    seen = set.approach(hashes, stagedCount);
  }

  @Override
  public int addStaged(int index, int tag) {
    if (full) {
      return RecordSet.FULL;
    }
    int start = stagedStart(index);
    int length = lengths[index];
    int hash = hashes[index];
    if (set.find(hash, staged, start, length) != ByteRecords.ABSENT) {
      return RecordSet.PRESENT;
    }
    return addAbsent(hash, staged, start, length, tag);
  }

  private int addAbsent(int hash, byte[] bytes, int offset, int length, int tag) {
    int stored = set.storedLength(length);
    int size = Cursor.units(stored) * ByteArena.UNIT;
    if (!makeRoom(size)) {
      return RecordSet.FULL;
    }
    int reference = next();
    byte[] target = set.arena.chunk(reference);
    int at = ByteArena.offset(reference);
    Cursor.writeHeader(target, at, tag, length);
    System.arraycopy(bytes, offset, target, at + ByteRecords.HEADER_BYTES, stored);
    boolean added = set.insert(hash, reference, bytes, offset, length);
    return added ? added(size) : RecordSet.PRESENT;
  }
}
