// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

/** Lists of identifiers above 0, of four bytes each with the least first. */
public final class Identifiers {
  /** In place of the identifier of a process that has ended, or of a part that is not seen. */
  public static final int NONE = 0;

  private Identifiers() {}

  public static int get(byte[] list, int offset, int index) {
    return (int) LittleEndian.INTS.get(list, offset + index * Integer.BYTES);
  }

  public static void put(byte[] list, int offset, int index, int identifier) {
    LittleEndian.INTS.set(list, offset + index * Integer.BYTES, identifier);
  }

  /** How many bytes a list takes. */
  public static int bytes(int count) {
    return count * Integer.BYTES;
  }

  /** How many identifiers are in so many bytes. */
  public static int count(int bytes) {
    return bytes / Integer.BYTES;
  }
}
