// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import dev.fencepost.collect.ByteIds;
import dev.fencepost.collect.Identifiers;
import dev.fencepost.transition.TransitionSystem.LimitException;

/**
 * The projections of the shared parts to the parts that a process may see: lists of identifiers,
 * interned. With one part, the projection is the identifier of that part. Many threads may use it.
 */
final class Projections {
  private final int shared;
  private final ByteIds ids = new ByteIds();
  private volatile boolean full;

  /**
   * @param shared how many shared parts there are
   */
  Projections(int shared) {
    this.shared = shared;
  }

  /** Whether there was no more room for one. */
  boolean isFull() {
    return full;
  }

  /** The memory that this takes. */
  long bytes() {
    return ids.bytes();
  }

  /** The identifier of a list with {@link Identifiers#NONE} for the parts that are not seen. */
  int identify(byte[] list) throws LimitException {
    int identifier =
        shared == 1 ? Identifiers.get(list, 0, 0) : ids.number(list, 0, Identifiers.bytes(shared));
    if (identifier == Identifiers.NONE) {
      full = true;
      throw new LimitException("there are too many different parts of states");
    }
    return identifier;
  }

  /** Writes the identifiers of the parts that are seen to a state. */
  void put(int projection, byte[] state, int at) {
    if (shared == 1) {
      Identifiers.put(state, at, 0, projection);
      return;
    }
    for (int part = 0; part < shared; part++) {
      int identifier = ids.integer(projection, part);
      if (identifier != Identifiers.NONE) {
        Identifiers.put(state, at, part, identifier);
      }
    }
  }
}
