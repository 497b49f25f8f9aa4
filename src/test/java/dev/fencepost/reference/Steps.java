// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The steps that are possible in a state. */
final class Steps {
  private final List<ReferenceState> next = new ArrayList<>();
  private boolean dropped;
  private final BitSet blocked = new BitSet();
  private boolean boundHit;

  void add(ReferenceState state) {
    next.add(state);
  }

  /** There is a step, and it drops the run: a wrong guess, a false assume. */
  void drop() {
    dropped = true;
  }

  /** An atomic block cannot be taken now because of a false assume in it. */
  void assumeBlocks(int thread) {
    blocked.set(thread);
  }

  /** The threads whose atomic blocks cannot be taken now because of a false assume. */
  BitSet blocked() {
    return blocked;
  }

  /** The window bound keeps a thread from fetching. */
  void boundHits() {
    boundHit = true;
  }

  /** Whether there is a step, be it one that drops the run. */
  boolean possible() {
    return dropped || !next.isEmpty();
  }

  List<ReferenceState> next() {
    return next;
  }

  boolean boundHit() {
    return boundHit;
  }

  /** No step at all, not even one that drops the run, and nobody whose block waits. */
  boolean stuck() {
    return over() && blocked.isEmpty();
  }

  /** No step at all, not even one that drops the run, and no run that was cut. */
  boolean over() {
    return next.isEmpty() && !dropped && !boundHit;
  }
}
