// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.parts;

import dev.fencepost.collect.ByteIds;
import dev.fencepost.transition.TransitionSystem.LimitException;

/**
 * What processes see of what is shared: the numbers of some of its parts, which have a number
 * together. Where it is one part its number is that. Open to many threads at once.
 */
public final class PartViews {
  private final int shared;
  private final ByteIds ids = new ByteIds();
  private volatile boolean full;

  /**
   * @param shared how many parts what is shared has
   */
  PartViews(int shared) {
    this.shared = shared;
  }

  /** How many parts what is shared has. */
  int shared() {
    return shared;
  }

  /** Whether there was no more room for one. */
  boolean isFull() {
    return full;
  }

  /** The memory that this takes. */
  long bytes() {
    return ids.bytes();
  }

  /** The number of numbers, one for each part, of which 0 stands for one that is not seen. */
  public int number(byte[] numbers) throws LimitException {
    int number =
        shared == 1
            ? PartNumbers.get(numbers, 0, PartNumbers.SHARED)
            : ids.number(numbers, 0, shared * Integer.BYTES);
    if (number == 0) {
      full = true;
      throw new LimitException("there are too many different parts of states");
    }
    return number;
  }

  /** Writes numbers to a state, those that are seen. */
  void put(int view, byte[] state, int at) {
    if (shared == 1) {
      PartNumbers.put(state, at, PartNumbers.SHARED, view);
      return;
    }
    for (int part = 0; part < shared; part++) {
      int number = ids.integer(view, part);
      if (number != 0) {
        PartNumbers.put(state, at, part, number);
      }
    }
  }
}
