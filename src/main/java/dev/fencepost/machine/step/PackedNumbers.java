// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.machine.window.ThreadState;

/** Numbers one after the other in bytes, each in as few as it needs. */
abstract sealed class PackedNumbers permits ViewCodec {
  /** The bytes, and where the next number is read from or written to. */
  byte[] bytes = {};

  int at;

  /** A value has an even first byte, a reference an odd one; six bits fit there. */
  final void putOperand(long value, int reference) {
    long number = reference == ThreadState.NO_REFERENCE ? zigzag(value) : reference;
    int tag = reference == ThreadState.NO_REFERENCE ? 0 : 1;
    long rest = number >>> 6;
    bytes[at++] = (byte) ((rest == 0 ? 0 : 0x80) | (int) (number & 0x3f) << 1 | tag);
    if (rest != 0) {
      put(rest);
    }
  }

  /** Reads an operand to a place in arrays of values and references. */
  final void getOperand(long[] values, int[] references, int index) {
    int head = bytes[at++];
    long number = head >> 1 & 0x3f;
    if (head < 0) {
      number |= get() << 6;
    }
    boolean isValue = (head & 1) == 0;
    values[index] = isValue ? unzigzag(number) : 0;
    references[index] = isValue ? ThreadState.NO_REFERENCE : (int) number;
  }

  /** Seven bits to a byte, the least first; the last byte is not negative. */
  final void put(long number) {
    long rest = number;
    while ((rest & ~0x7fL) != 0) {
      bytes[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[at++] = (byte) rest;
  }

  final long get() {
    long number = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = bytes[at++];
      number |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return number;
      }
    }
  }

  /** A number above or at 0 for any number, small for those near 0. */
  static long zigzag(long value) {
    return value << 1 ^ value >> 63;
  }

  static long unzigzag(long number) {
    return number >>> 1 ^ -(number & 1);
  }
}
