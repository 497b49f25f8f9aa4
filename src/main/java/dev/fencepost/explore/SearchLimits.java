// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import java.time.Duration;

/**
 * What a search may use before it gives up.
 *
 * @param states how many states it may know, give or take some dozens
 * @param bytes how much memory its states may take, and what they are the numbers of
 */
public record SearchLimits(Duration time, long bytes, long states) {

  /** The part of the heap that a store may take when nothing else is said. */
  private static final double HEAP_SHARE = 0.7;

  private static final Duration FOR_EVER = Duration.ofDays(10_000);

  /** No limit on time and states; the usual share of the heap. */
  public static SearchLimits usual() {
    return new SearchLimits(FOR_EVER, usualBytes(), Long.MAX_VALUE);
  }

  /** What the store may take of the heap when nothing else is said. */
  public static long usualBytes() {
    return (long) (Runtime.getRuntime().maxMemory() * HEAP_SHARE);
  }

  public SearchLimits withTime(Duration newTime) {
    return new SearchLimits(newTime, bytes, states);
  }

  public SearchLimits withBytes(long newBytes) {
    return new SearchLimits(time, newBytes, states);
  }

  public SearchLimits withStates(long newStates) {
    return new SearchLimits(time, bytes, newStates);
  }

  /** What is left of them after some time. */
  public SearchLimits after(double seconds) {
    Duration left = time.minusNanos((long) (seconds * 1e9));
    return withTime(left.isNegative() ? Duration.ZERO : left);
  }

  SearchLimits withoutTime() {
    return withTime(FOR_EVER);
  }
}
