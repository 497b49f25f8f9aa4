// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.machine.window.ThreadState;

/** Numbers one after the other in bytes, each in as few as it needs. */
abstract sealed class PackedNumbers permits ViewCodec {
  /** The bytes, and where the next number is read from or written to. */
  byte[] bytes = {};

  int at;

  /**
   * Whether numbers are read; else they are written. What is packed says once what it consists of.
   */
  boolean reading;

  /** Begins at a place in an array. */
  final void begin(byte[] array, int offset, boolean reads) {
    bytes = array;
    at = offset;
    reading = reads;
  }

  /** Writes a number, or reads one in its place. */
  final long number(long value) {
    if (reading) {
      byte only = bytes[at];
      if (only >= 0) {
        at++;
        return only;
      }
      return get();
    }
    put(value);
    return value;
  }

  final int number(int value) {
    return (int) number((long) value);
  }

  /** Writes a number that may be below 0, or reads one in its place. */
  final long signed(long value) {
    return unzigzag(number(zigzag(value)));
  }

  /** Writes or reads an operand at a place in arrays of values and references. */
  final void operand(long[] values, int[] references, int index) {
    if (reading) {
      getOperand(values, references, index);
    } else {
      putOperand(values[index], references[index]);
    }
  }

  /** A value has an even first byte, a reference an odd one; six bits fit there. */
  private void putOperand(long value, int reference) {
    long number = reference == ThreadState.NO_REFERENCE ? zigzag(value) : reference;
    int tag = reference == ThreadState.NO_REFERENCE ? 0 : 1;
    long rest = number >>> 6;
    bytes[at++] = (byte) ((rest == 0 ? 0 : 0x80) | (int) (number & 0x3f) << 1 | tag);
    if (rest != 0) {
      put(rest);
    }
  }

  private void getOperand(long[] values, int[] references, int index) {
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
