// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

/**
 * The memoised steps of a process from a view. An entry is unknown, unmemoised, blocked (no step),
 * fruitless (no step with an effect), the view after the only step, or the place of a list of
 * steps.
 *
 * @param bits positive with a non-zero upper half: a view. Negative: a list, with its length and a
 *     flag for violation codes in the upper half and its place in the lower half. Otherwise one of
 *     the constants
 */
record MemoEntry(long bits) {
  static final MemoEntry UNKNOWN = new MemoEntry(0);

  /** The process cannot take a step. */
  static final MemoEntry BLOCKED = new MemoEntry(1);

  /** It can, but no step leads anywhere, or none is worth to be kept. */
  static final MemoEntry FRUITLESS = new MemoEntry(2);

  /** The steps depend on more than the view, or change more. */
  static final MemoEntry UNMEMOISED = new MemoEntry(3);

  private static final int CODED = 1 << Integer.SIZE - 2;

  /** One step, without a violation. */
  static MemoEntry to(View target) {
    return new MemoEntry(target.bits());
  }

  /** Several steps, or some with violation codes. */
  static MemoEntry list(int at, int count, boolean coded) {
    int upper = Integer.MIN_VALUE | (coded ? CODED : 0) | count;
    return new MemoEntry((long) upper << Integer.SIZE | at);
  }

  boolean isUnknown() {
    return bits == UNKNOWN.bits;
  }

  boolean isBlocked() {
    return bits == BLOCKED.bits;
  }

  boolean isFruitless() {
    return bits == FRUITLESS.bits;
  }

  boolean isUnmemoised() {
    return bits == UNMEMOISED.bits;
  }

  boolean isList() {
    return bits < 0;
  }

  boolean isOneStep() {
    return bits > UNMEMOISED.bits;
  }

  /** The view that the only step leads to. */
  View target() {
    return new View(bits);
  }

  /** Whether the steps of a list have violation codes. */
  boolean isCoded() {
    return (upper() & CODED) != 0;
  }

  /** How many steps a list has. */
  int count() {
    return upper() & CODED - 1;
  }

  /** Where a list begins. */
  int at() {
    return (int) bits;
  }

  private int upper() {
    return (int) (bits >> Integer.SIZE);
  }
}
