// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the states whose successors were added have shown. Written by one thread at a time; whether
 * the answer is known is read by all.
 */
final class Findings {
  private long transitions;

  private volatile boolean settled;

  private volatile @Nullable Violator violator;
  private long ended;
  private final TreeMap<Integer, Long> waiting = new TreeMap<>();
  private long[] marks = {};
  private boolean boundHit;

  void stepped(int steps) {
    transitions += steps;
  }

  /** Initial states are no steps. */
  void begin() {
    transitions = 0;
  }

  void violated(Violator where) {
    violator = where;
  }

  /** No state that is left can change the answer. */
  void settle() {
    settled = true;
  }

  void ended() {
    ended++;
  }

  /** In a state without steps some process waits for ever. */
  void waits(int who) {
    waiting.merge(who, 1L, Long::sum);
  }

  /**
   * What was met while states were expanded.
   *
   * @param more marks, as bits
   */
  void met(long[] more, boolean bound) {
    boundHit |= bound;
    marks = more.length > marks.length ? Arrays.copyOf(marks, more.length) : marks;
    for (int i = 0; i < more.length; i++) {
      marks[i] |= more[i];
    }
  }

  boolean isSettled() {
    return settled;
  }

  Optional<Violator> violator() {
    return Optional.ofNullable(violator);
  }

  long transitions() {
    return transitions;
  }

  EndCounts ends() {
    return new EndCounts(ended, waiting);
  }

  BitSet marks() {
    return BitSet.valueOf(marks);
  }

  boolean boundHit() {
    return boundHit;
  }
}
