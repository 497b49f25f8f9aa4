// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.ValueType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads and writes numbers in a state. */
final class Bytes {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private Bytes() {}

  static int getShort(byte[] bytes, int at) {
    return (short) SHORT.get(bytes, at);
  }

  static void putShort(byte[] bytes, int at, int value) {
    SHORT.set(bytes, at, (short) value);
  }

  static int getInt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  static void putInt(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  static int get(byte[] bytes, int at, ValueType type, int width) {
    return switch (type) {
      case BIT, BYTE, PID, MTYPE, CHAN -> bytes[at] & 0xff;
      case SHORT -> getShort(bytes, at);
      case INT -> getInt(bytes, at);
      case UNSIGNED ->
          width <= 8
              ? bytes[at] & 0xff
              : width <= 16 ? getShort(bytes, at) & 0xffff : getInt(bytes, at);
    };
  }

  static void put(byte[] bytes, int at, ValueType type, int width, int value) {
    int wrapped = type.wrap(value, width);
    switch (type.bytes(width)) {
      case 1 -> bytes[at] = (byte) wrapped;
      case 2 -> putShort(bytes, at, wrapped);
      default -> putInt(bytes, at, wrapped);
    }
  }
}
