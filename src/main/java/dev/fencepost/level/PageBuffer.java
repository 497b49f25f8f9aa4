// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import java.util.Arrays;

/** The bytes of a page while they are written or read. Numbers have seven bits in each byte. */
final class PageBuffer {
  /** A page is full with so many bytes. */
  static final int FULL = 1 << 13;

  private static final int MORE = 0x80;
  private static final int LOW = MORE - 1;
  private static final int STEP = 7;
  private static final int MOST_NUMBER = 10;

  private byte[] bytes = new byte[FULL + MOST_NUMBER];
  private int end;
  private int next;

  void clear() {
    end = 0;
    next = 0;
  }

  /** How many bytes were written. */
  int length() {
    return end;
  }

  /** A copy of what was written. */
  byte[] toArray() {
    return Arrays.copyOf(bytes, end);
  }

  /** Where a page of this length is to be put, to be read from its start. */
  byte[] forReading(int length) {
    end = 0;
    reserve(length);
    end = length;
    next = 0;
    return bytes;
  }

  /** Takes a page, to be read from its start. */
  void load(byte[] page) {
    System.arraycopy(page, 0, forReading(page.length), 0, page.length);
  }

  boolean isRead() {
    return next >= end;
  }

  void put(long number) {
    if (bytes.length - end < MOST_NUMBER) {
      reserve(MOST_NUMBER);
    }
    long rest = number;
    while ((rest & ~LOW) != 0) {
      bytes[end++] = (byte) (rest | MORE);
      rest >>>= STEP;
    }
    bytes[end++] = (byte) rest;
  }

  void put(byte[] source, int from, int length) {
    reserve(length);
    System.arraycopy(source, from, bytes, end, length);
    end += length;
  }

  private void reserve(int more) {
    if (bytes.length - end < more) {
      bytes = Arrays.copyOf(bytes, Math.max(end + more, 2 * bytes.length));
    }
  }

  long number() {
    long number = 0;
    int shift = 0;
    byte part = bytes[next++];
    while (part < 0) {
      number |= (long) (part & LOW) << shift;
      shift += STEP;
      part = bytes[next++];
    }
    return number | (long) part << shift;
  }

  /** Copies the next bytes. */
  void take(byte[] target, int at, int length) {
    System.arraycopy(bytes, next, target, at, length);
    next += length;
  }
}
