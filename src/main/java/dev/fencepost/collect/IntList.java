// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collect;

import java.util.Arrays;

/** A growing list of ints that can be used as a stack. */
public final class IntList {
  private int[] elements = new int[64];
  private int size;

  public void add(int element) {
    if (size == elements.length) {
      elements = Arrays.copyOf(elements, size * 2);
    }
    elements[size++] = element;
  }

  public void addAll(IntList others) {
    for (int i = 0; i < others.size; i++) {
      add(others.elements[i]);
    }
  }

  /** Removes the last element and gives it. */
  public int pop() {
    return elements[--size];
  }

  public int get(int index) {
    return elements[index];
  }

  public int last() {
    return elements[size - 1];
  }

  public void set(int index, int element) {
    elements[index] = element;
  }

  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public void clear() {
    size = 0;
  }
}
