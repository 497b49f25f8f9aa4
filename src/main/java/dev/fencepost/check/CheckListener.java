// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import java.util.function.Supplier;

/** Listens to a check, and may ask it to stop. */
public interface CheckListener {

  /** Ignores everything and never asks to stop. */
  CheckListener NONE = new CheckListener() {};

  /** Called twice a second, by one thread at a time. */
  default void progress(Progress progress) {}

  /** Called with the number of checks before the first of several. */
  default void planned(int checks) {}

  /** The listener of the next of several checks, which may run side by side. */
  default CheckListener next() {
    return this;
  }

  /**
   * Called when a check is over.
   *
   * @param states how many were searched, none where the result was known before
   */
  default void done(long states) {}

  /** Called when a check failed, and has no result; others may go on. */
  default void failed(Throwable problem) {}

  /**
   * Called with each piece of an account of the check: how long it was prepared, which reductions
   * are sound and why, what is planned, and for each attempt how long it took and why it was left.
   *
   * @param lines gives the text, which takes longer than a small search and is seldom wanted
   */
  default void note(Supplier<String> lines) {}

  /** Whether the check is to stop, and to report what it covered as inconclusive. */
  default boolean stopRequested() {
    return false;
  }

  /**
   * How far a check has got.
   *
   * @param frontier the known states whose successors are not known yet
   * @param bytes the memory that the states take
   */
  record Progress(long states, long frontier, long bytes, double seconds) {
    public double statesPerSecond() {
      return seconds == 0 ? 0 : states / seconds;
    }
  }
}
