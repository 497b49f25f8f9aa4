// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A view of one record of a {@link RecordSet}, to be pointed at others; the bytes are not a copy.
 */
public final class Cursor {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = {};
  private int reference;
  private int start;
  private int length;

  void pointTo(int newReference, byte[] chunk) {
    reference = newReference;
    bytes = chunk;
    start = ByteArena.offset(newReference);
    length = length(chunk, start);
  }

  /** The array that holds the record; not to be written to. */
  public byte[] bytes() {
    return bytes;
  }

  public int offset() {
    return start + RecordSet.HEADER_BYTES;
  }

  public int length() {
    return length;
  }

  public int reference() {
    return reference;
  }

  public int tag() {
    return tag(bytes, start);
  }

  /** The reference of the record that was written next in the same block. */
  public int next() {
    return reference + units(length);
  }

  static int length(byte[] chunk, int start) {
    return (short) SHORTS.get(chunk, start + 4) & 0xFFFF;
  }

  static int tag(byte[] chunk, int start) {
    return (int) INTS.get(chunk, start);
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
    return (RecordSet.HEADER_BYTES + length + ByteArena.UNIT - 1) / ByteArena.UNIT;
  }
}
