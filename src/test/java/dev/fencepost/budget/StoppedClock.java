// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.budget;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that goes on when a test says so, and budgets by it. */
public final class StoppedClock {
  private final AtomicLong nanos = new AtomicLong();

  public void advance(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  /** A budget without limits. */
  public Budget budget() {
    return new Budget(nanos::get);
  }
}
