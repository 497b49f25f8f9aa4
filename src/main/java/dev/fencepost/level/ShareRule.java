// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

/**
 * How the states of a level are shared out among machines: by a hash of the bytes of their parts,
 * which is the same on each machine. States with equal last parts are in one share, so that a share
 * is written as tightly as a whole level.
 *
 * @param shares how many runs a level has; 1 where states are not shared out
 * @param firstPlace the first of the last parts; states without parts are hashed whole
 */
record ShareRule(int shares, int firstPlace) {
  static final ShareRule NONE = new ShareRule(1, 0);

  private static final int MULTIPLIER = 0x9E3779B9;

  boolean isShared() {
    return shares > 1;
  }

  /** The share of a state, by the sum of what {@link #term} gives for its parts. */
  int share(int sum) {
    int mixed = sum * MULTIPLIER;
    return Integer.remainderUnsigned(mixed ^ mixed >>> 15, shares);
  }

  /** What a part in a place adds, by the checksum of its bytes. */
  static int term(int place, int checksum) {
    int mixed = (checksum + place) * MULTIPLIER;
    return mixed ^ mixed >>> 13;
  }
}
