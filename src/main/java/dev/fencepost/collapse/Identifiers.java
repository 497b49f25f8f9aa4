// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Lists of identifiers above 0, of four bytes each with the least first. */
final class Identifiers {
  /** In place of the identifier of a process that has ended, or of a part that is not seen. */
  static final int NONE = 0;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private Identifiers() {}

  static int get(byte[] list, int offset, int index) {
    return (int) INTS.get(list, offset + index * Integer.BYTES);
  }

  static void put(byte[] list, int offset, int index, int identifier) {
    INTS.set(list, offset + index * Integer.BYTES, identifier);
  }

  /** How many bytes a list takes. */
  static int bytes(int count) {
    return count * Integer.BYTES;
  }

  /** How many identifiers are in so many bytes. */
  static int count(int bytes) {
    return bytes / Integer.BYTES;
  }
}
