// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

/** A set of threads, by their numbers. */
public final class ThreadSet {
  private int bits;

  public boolean contains(int thread) {
    return (bits >>> thread & 1) != 0;
  }

  public boolean isEmpty() {
    return bits == 0;
  }

  public void add(int thread) {
    bits |= 1 << thread;
  }

  public void remove(int thread) {
    bits &= ~(1 << thread);
  }

  /** Adds all threads, also those that are not started yet. */
  public void fill() {
    bits = -1;
  }

  public void clear() {
    bits = 0;
  }

  /** Removes the thread with the least number, and gives it. */
  public int removeFirst() {
    int first = Integer.numberOfTrailingZeros(bits);
    bits &= bits - 1;
    return first;
  }

  void copyFrom(ThreadSet other) {
    bits = other.bits;
  }
}
