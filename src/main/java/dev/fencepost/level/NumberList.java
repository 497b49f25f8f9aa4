// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Lists of numbers of four bytes each, as words unpack to and collapsed states are. */
final class NumberList {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private NumberList() {}

  static int get(byte[] list, int start, int index) {
    return (int) INTS.get(list, start + index * Integer.BYTES);
  }

  static void put(byte[] list, int index, int number) {
    INTS.set(list, index * Integer.BYTES, number);
  }
}
