// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.budget;

/**
 * Measures how much of the heap is live. Garbage counts as used: before live objects are said to
 * exceed a limit it is collected, but not all the time.
 */
final class HeapWatch {
  private static final long LOOK_NANOS = 200_000_000L;
  private static final long COLLECT_NANOS = 1_000_000_000L;

  /** Collections take at most one part in so many of the time. */
  private static final long PART = 20;

  private static final double FULL = 0.9;

  private volatile long nextLook = Long.MIN_VALUE;
  private long nextCollection = Long.MIN_VALUE;

  /** With so many bytes in use the heap is nearly full. */
  static long full() {
    return (long) (Runtime.getRuntime().maxMemory() * FULL);
  }

  /** Whether live objects take this many bytes; no, where it is too early to look again. */
  boolean exceeds(long bytes, long now) {
    return now >= nextLook && look(bytes, now);
  }

  private synchronized boolean look(long bytes, long now) {
    nextLook = now + LOOK_NANOS;
    if (used() < bytes) {
      return false;
    }
    if (now < nextCollection) {
      return used() >= full();
    }
    long start = System.nanoTime();
    System.gc();
    nextCollection = now + Math.max(COLLECT_NANOS, PART * (System.nanoTime() - start));
    return used() >= bytes;
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
