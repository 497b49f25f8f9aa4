// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

/**
 * Sets of processes as words, with a bit for each of the first 64. There is one for each successor,
 * and it crosses calls, where an object would stay on the heap.
 */
public final class ProcessSets {
  public static final long NONE = 0;
  public static final long ALL = -1;

  private ProcessSets() {}

  /** The set of one process; empty for one behind the 64th. */
  public static long of(int process) {
    return process < Long.SIZE ? 1L << process : NONE;
  }

  public static boolean contains(long set, int process) {
    return (set & of(process)) != 0;
  }

  /** The first process of a set that is not empty. */
  public static int first(long set) {
    return Long.numberOfTrailingZeros(set);
  }

  /** The processes to which a step is fair: it is theirs, or they cannot step. */
  public static long fairTo(long actors, long movers) {
    return actors | ~movers;
  }
}
