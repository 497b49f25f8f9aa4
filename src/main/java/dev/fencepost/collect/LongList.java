// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import java.util.Arrays;

/** A growing list of longs. */
public final class LongList {
  private long[] elements = new long[64];
  private int size;

  public void add(long element) {
    if (size == elements.length) {
      elements = Arrays.copyOf(elements, size * 2);
    }
    elements[size++] = element;
  }

  public long get(int index) {
    return elements[index];
  }

  public void set(int index, long element) {
    elements[index] = element;
  }

  public int size() {
    return size;
  }

  /** Takes elements away from the end until so many are left. */
  public void cutTo(int newSize) {
    size = newSize;
  }

  /** Where the elements are, until one is added. */
  long[] elements() {
    return elements;
  }
}
