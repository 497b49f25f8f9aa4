// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import static dev.fencepost.collect.LittleEndian.INTS;
import static dev.fencepost.collect.LittleEndian.LONGS;
import static dev.fencepost.collect.LittleEndian.SHORTS;

import org.jspecify.annotations.Nullable;

/** A view of a record, to be pointed at others; the bytes are not a copy. */
public final class Cursor {
  /** What a record of numbers takes: its tag and its word. */
  static final int WORD_RECORD = Integer.BYTES + Long.BYTES;

  private byte[] chunk = {};
  private int reference;
  private int start;
  private int units;
  private byte[] bytes = {};
  private int offset;
  private int length;

  /** The word of a record of numbers, and its layout as long as it is not unpacked. */
  private long word;

  private @Nullable WordLayout packed;

  /** Where a record of parts is put together. */
  private byte[] assembled = {};

  void pointTo(int newReference, byte[] newChunk) {
    reference = newReference;
    chunk = newChunk;
    start = ByteArena.offset(newReference);
    bytes = newChunk;
    offset = start + ByteRecords.HEADER_BYTES;
    length = length(newChunk, start);
    units = units(length);
  }

  void pointToWord(int newReference, byte[] newChunk, WordLayout layout) {
    reference = newReference;
    chunk = newChunk;
    start = ByteArena.offset(newReference);
    units = WORD_RECORD / ByteArena.UNIT;
    word = word(newChunk, start);
    packed = layout;
    offset = 0;
  }

  /** Points at a word that is no record of a set. */
  public void pointTo(long newWord, WordLayout layout) {
    word = newWord;
    packed = layout;
    offset = 0;
  }

  /** Points at bytes that are no record of a set. */
  public void pointTo(byte[] newBytes, int newOffset, int newLength) {
    bytes = newBytes;
    offset = newOffset;
    length = newLength;
    packed = null;
  }

  private void unpack(WordLayout layout) {
    if (assembled.length < layout.mostBytes()) {
      assembled = new byte[layout.mostBytes()];
    }
    bytes = assembled;
    length = layout.unpack(word, assembled);
    packed = null;
  }

  /** The word of a record of numbers. */
  public long word() {
    return word;
  }

  /** Puts the record together from its parts. */
  void assemble(ByteRecords parts) {
    int storedLength = PartWriter.encodedLength(length);
    units = units(storedLength);
    if (assembled.length < length) {
      assembled = new byte[2 * length];
    }
    int size = Math.min(length, PartWriter.PART_BYTES);
    int count = storedLength / Integer.BYTES;
    for (int i = 0; i < count; i++) {
      int part = PartWriter.part(chunk, start + ByteRecords.HEADER_BYTES, i);
      int at = ByteArena.offset(part) + ByteRecords.HEADER_BYTES;
      int to = PartWriter.partStart(i, length);
      System.arraycopy(parts.arena.chunk(part), at, assembled, to, size);
    }
    bytes = assembled;
    offset = 0;
  }

  /** The array that holds the record; not to be written to. */
  public byte[] bytes() {
    if (packed != null) {
      unpack(packed);
    }
    return bytes;
  }

  public int offset() {
    return offset;
  }

  public int length() {
    if (packed != null) {
      unpack(packed);
    }
    return length;
  }

  public int reference() {
    return reference;
  }

  public int tag() {
    return tag(chunk, start);
  }

  /** The reference of the record that was written next in the same block. */
  public int next() {
    return reference + units;
  }

  static int length(byte[] chunk, int start) {
    return (short) SHORTS.get(chunk, start + 4) & 0xFFFF;
  }

  static int tag(byte[] chunk, int start) {
    return (int) INTS.get(chunk, start);
  }

  static long word(byte[] chunk, int start) {
    return (long) LONGS.get(chunk, start + Integer.BYTES);
  }

  static void setWord(byte[] chunk, int start, long word) {
    LONGS.set(chunk, start + Integer.BYTES, word);
  }

  static void writeTag(byte[] chunk, int start, int tag) {
    INTS.set(chunk, start, tag);
  }

  static void writeHeader(byte[] chunk, int start, int tag, int length) {
    writeTag(chunk, start, tag);
    SHORTS.set(chunk, start + 4, (short) length);
  }

  /** How many units a record of this length takes. */
  static int units(int length) {
    return (ByteRecords.HEADER_BYTES + length + ByteArena.UNIT - 1) / ByteArena.UNIT;
  }
}
