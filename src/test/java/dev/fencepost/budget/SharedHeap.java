// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.budget;

/** Budgets of tests, which share their heap with the tests that run beside them. */
public final class SharedHeap {
  private SharedHeap() {}

  /** So many bytes for states, at the most; what others have on the heap does not count. */
  public static Budget withBytes(long bytes) {
    Budget all = Budget.current();
    return all.sharedBy(Math.toIntExact(Math.ceilDiv(all.bytes(), bytes)));
  }
}
