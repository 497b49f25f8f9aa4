// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import java.util.Arrays;

/** A relation between the numbers below a size. */
final class Relation {

  /** Whether a pair is in a relation. */
  interface Pair {
    boolean test(int from, int to);
  }

  private final boolean[][] pairs;

  private Relation(boolean[][] pairs) {
    this.pairs = pairs;
  }

  static Relation of(int size, Pair pair) {
    boolean[][] pairs = new boolean[size][size];
    for (int from = 0; from < size; from++) {
      for (int to = 0; to < size; to++) {
        pairs[from][to] = pair.test(from, to);
      }
    }
    return new Relation(pairs);
  }

  boolean has(int from, int to) {
    return pairs[from][to];
  }

  int size() {
    return pairs.length;
  }

  Relation or(Relation... others) {
    return of(
        size(),
        (from, to) -> has(from, to) || Arrays.stream(others).anyMatch(r -> r.has(from, to)));
  }

  /** The transitive closure. */
  Relation closure() {
    boolean[][] closed = new boolean[size()][];
    for (int i = 0; i < size(); i++) {
      closed[i] = pairs[i].clone();
    }
    for (int via = 0; via < size(); via++) {
      for (int from = 0; from < size(); from++) {
        for (int to = 0; to < size(); to++) {
          closed[from][to] |= closed[from][via] && closed[via][to];
        }
      }
    }
    return new Relation(closed);
  }

  boolean acyclic() {
    Relation closed = closure();
    for (int i = 0; i < size(); i++) {
      if (closed.has(i, i)) {
        return false;
      }
    }
    return true;
  }
}
