// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.independence;

/** The places that are read and those that are written: two sets, as bits in words. */
public final class Footprint {
  public final long[] reads;
  public final long[] writes;

  /**
   * @param words how many words hold a bit for each place
   */
  Footprint(int words) {
    reads = new long[words];
    writes = new long[words];
  }

  /** The union of two. */
  static Footprint union(Footprint first, Footprint second) {
    Footprint union = new Footprint(first.reads.length);
    union.include(first);
    union.include(second);
    return union;
  }

  /** Adds another one; whether that makes a difference. */
  boolean include(Footprint more) {
    return include(reads, more.reads) | include(writes, more.writes);
  }

  /** Whether both have a place that one of them writes. */
  boolean conflictsWith(Footprint other) {
    for (int i = 0; i < writes.length; i++) {
      if ((writes[i] & (other.reads[i] | other.writes[i]) | reads[i] & other.writes[i]) != 0) {
        return true;
      }
    }
    return false;
  }

  static boolean has(long[] set, int bit) {
    return (set[bit / Long.SIZE] >>> bit & 1) != 0;
  }

  static void add(long[] set, int bit) {
    set[bit / Long.SIZE] |= 1L << bit;
  }

  static boolean include(long[] set, long[] more) {
    boolean grows = false;
    for (int i = 0; i < set.length; i++) {
      grows |= (more[i] & ~set[i]) != 0;
      set[i] |= more[i];
    }
    return grows;
  }

  static boolean meet(long[] some, long[] others) {
    for (int i = 0; i < some.length; i++) {
      if ((some[i] & others[i]) != 0) {
        return true;
      }
    }
    return false;
  }
}
