// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.collect.Writer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes workers add their successors in the order in which they took the states, so that they find
 * what one worker alone finds. A worker with a line of its own never waits.
 */
final class Line {
  private static final int LOOKS = 100;
  private static final long PATIENCE_NANOS = 20_000;

  final Findings findings = new Findings();
  private int places;
  private final AtomicInteger turn = new AtomicInteger();
  private volatile boolean broken;

  /** Takes states, and a place in the line with them. */
  synchronized int join(Runnable taking) {
    taking.run();
    return places++;
  }

  /**
   * Waits for the turn of a place.
   *
   * @param writer gives way meanwhile to who needs the store alone
   * @return whether the turn came: it does not behind a worker that failed
   */
  boolean await(int place, Writer writer) {
    for (int looks = 0; !isTurnOf(place) && !broken; looks++) {
      writer.giveWay();
      if (looks < LOOKS) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(PATIENCE_NANOS);
      }
    }
    return isTurnOf(place);
  }

  boolean isTurnOf(int place) {
    return turn.get() == place && !broken;
  }

  /** The worker whose turn it is has added its successors. */
  void pass() {
    turn.incrementAndGet();
  }

  /** A worker leaves without its turn: nobody behind it has one. */
  void breakUp() {
    broken = true;
  }

  boolean isBroken() {
    return broken;
  }
}
