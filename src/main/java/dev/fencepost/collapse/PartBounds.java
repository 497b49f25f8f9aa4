// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import java.util.Arrays;

/** The bounds of the parts of a state: the shared bytes, then each process. */
public final class PartBounds {
  private int[] ends = new int[16];
  private int count;
  private int start;

  /** Begins with what is shared. */
  public void begin(int newStart, int sharedEnd) {
    start = newStart;
    count = 0;
    add(sharedEnd);
  }

  /** Adds the next process. */
  public void add(int end) {
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, 2 * count);
    }
    ends[count++] = end;
  }

  int processes() {
    return count - 1;
  }

  int start() {
    return start;
  }

  int sharedEnd() {
    return ends[0];
  }

  int processStart(int process) {
    return ends[process];
  }

  int processEnd(int process) {
    return ends[process + 1];
  }
}
