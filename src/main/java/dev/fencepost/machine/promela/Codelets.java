// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

/** What generated statements are made of: small enough to vanish when they are compiled. */
final class Codelets {
  private Codelets() {}

  static int pid(PromelaFrame frame) {
    return frame.pid;
  }

  /** Where a variable of the process at work is. */
  static int local(int offset, PromelaFrame frame) {
    return frame.variables + offset;
  }

  /** Goes to an element; a position that is out of bounds stays negative. */
  static int element(int at, int index, int length, int stride, PromelaFrame frame) {
    if (index < 0 || index >= length) {
      frame.fail(PromelaViolation.INDEX);
      return -1;
    }
    return at < 0 ? -1 : at + index * stride;
  }

  static int getByte(int at, PromelaFrame frame) {
    return at < 0 ? 0 : frame.bytes[at] & 0xff;
  }

  static int getShort(int at, PromelaFrame frame) {
    return at < 0 ? 0 : Bytes.getShort(frame.bytes, at);
  }

  static int getUnsignedShort(int at, PromelaFrame frame) {
    return at < 0 ? 0 : Bytes.getShort(frame.bytes, at) & 0xffff;
  }

  static int getInt(int at, PromelaFrame frame) {
    return at < 0 ? 0 : Bytes.getInt(frame.bytes, at);
  }

  static void setByte(int value, int at, PromelaFrame frame) {
    if (at >= 0) {
      frame.bytes[at] = (byte) value;
    }
  }

  static void setShort(int value, int at, PromelaFrame frame) {
    if (at >= 0) {
      Bytes.putShort(frame.bytes, at, value);
    }
  }

  static void setInt(int value, int at, PromelaFrame frame) {
    if (at >= 0) {
      Bytes.putInt(frame.bytes, at, value);
    }
  }

  static void failAssertion(PromelaFrame frame) {
    frame.fail(PromelaViolation.ASSERTION);
  }

  static void block(PromelaFrame frame) {
    frame.fail(PromelaViolation.BLOCKED);
  }

  /** Whether a deterministic step cannot be completed. */
  static int isStopped(PromelaFrame frame) {
    return frame.violation != null && frame.violation.isFatal() ? 1 : 0;
  }

  static int not(int value) {
    return value == 0 ? 1 : 0;
  }

  static int greater(int left, int right) {
    return left > right ? 1 : 0;
  }

  static int less(int left, int right) {
    return left < right ? 1 : 0;
  }

  static int atLeast(int left, int right) {
    return left >= right ? 1 : 0;
  }

  static int atMost(int left, int right) {
    return left <= right ? 1 : 0;
  }

  static int equal(int left, int right) {
    return left == right ? 1 : 0;
  }

  static int unequal(int left, int right) {
    return left != right ? 1 : 0;
  }

  static int divide(int left, int right, PromelaFrame frame) {
    return Operators.divide(frame, left, right);
  }

  static int remainder(int left, int right, PromelaFrame frame) {
    return Operators.remainder(frame, left, right);
  }
}
