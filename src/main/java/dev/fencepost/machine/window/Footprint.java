// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.window;

import java.util.Arrays;
import java.util.BitSet;

/** The places that are read and those that are written: two sets, as bits in words. */
public final class Footprint {
  public final long[] reads;
  public final long[] writes;

  /**
   * @param words how many words hold a bit for each place
   */
  public Footprint(int words) {
    reads = new long[words];
    writes = new long[words];
  }

  /** How many words hold a bit for each of so many places. */
  public static int words(int places) {
    return (places + Long.SIZE - 1) / Long.SIZE;
  }

  /** Adds what is read, or what is written. */
  public static void addAll(long[] set, BitSet places) {
    for (int place = places.nextSetBit(0); place >= 0; place = places.nextSetBit(place + 1)) {
      add(set, place);
    }
  }

  public void clear() {
    Arrays.fill(reads, 0);
    Arrays.fill(writes, 0);
  }

  /** The union of two. */
  public static Footprint union(Footprint first, Footprint second) {
    Footprint union = new Footprint(first.reads.length);
    union.include(first);
    union.include(second);
    return union;
  }

  /** Adds another one; whether that makes a difference. */
  public boolean include(Footprint more) {
    boolean grows = include(reads, more.reads);
    return include(writes, more.writes) || grows;
  }

  /** Whether both have a place that one of them writes. */
  public boolean conflictsWith(Footprint other) {
    for (int i = 0; i < writes.length; i++) {
      if ((writes[i] & (other.reads[i] | other.writes[i]) | reads[i] & other.writes[i]) != 0) {
        return true;
      }
    }
    return false;
  }

  public static boolean has(long[] set, int bit) {
    return (set[bit / Long.SIZE] >>> bit & 1) != 0;
  }

  public static void add(long[] set, int bit) {
    set[bit / Long.SIZE] |= 1L << bit;
  }

  public static boolean include(long[] set, long[] more) {
    boolean grows = false;
    for (int i = 0; i < set.length; i++) {
      grows |= (more[i] & ~set[i]) != 0;
      set[i] |= more[i];
    }
    return grows;
  }

  public static boolean meet(long[] some, long[] others) {
    for (int i = 0; i < some.length; i++) {
      if ((some[i] & others[i]) != 0) {
        return true;
      }
    }
    return false;
  }
}
