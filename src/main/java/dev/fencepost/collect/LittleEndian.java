// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in arrays of bytes, at any place, with the least byte first. */
final class LittleEndian {
  static final VarHandle SHORTS = of(short[].class);
  static final VarHandle INTS = of(int[].class);
  static final VarHandle LONGS = of(long[].class);

  private LittleEndian() {}

  private static VarHandle of(Class<?> numbers) {
    return MethodHandles.byteArrayViewVarHandle(numbers, ByteOrder.LITTLE_ENDIAN);
  }
}
