// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import dev.fencepost.collect.Identifiers;
import dev.fencepost.collect.WordLayout;
import dev.fencepost.transition.TransitionSystem.LimitException;

/** A cursor over the identifiers of a collapsed state. */
final class CollapsedState {
  private byte[] bytes = {};
  private int offset;
  private int length;
  private byte[] unpacked = {};
  private final int shared;
  private final byte[] seen;

  /**
   * @param shared how many shared parts there are
   */
  CollapsedState(int shared) {
    this.shared = shared;
    seen = new byte[Identifiers.bytes(shared)];
  }

  void pointTo(byte[] newBytes, int newOffset, int newLength) {
    bytes = newBytes;
    offset = newOffset;
    length = newLength;
  }

  /** Takes them from a word. */
  void unpack(long word, WordLayout layout) {
    if (unpacked.length < layout.mostBytes()) {
      unpacked = new byte[layout.mostBytes()];
    }
    pointTo(unpacked, 0, layout.unpack(word, unpacked));
  }

  byte[] bytes() {
    return bytes;
  }

  int offset() {
    return offset;
  }

  int length() {
    return length;
  }

  int processes() {
    return Identifiers.count(length) - shared;
  }

  /** The identifier of a process's local state. */
  int process(int process) {
    return Identifiers.get(bytes, offset, shared + process);
  }

  /** The projection of the shared parts to those that a process may see. */
  int projection(PartSet parts, Projections projections) throws LimitException {
    if (shared == 1) {
      return Identifiers.get(bytes, offset, 0);
    }
    for (int part = 0; part < shared; part++) {
      int identifier = parts.contains(part) ? Identifiers.get(bytes, offset, part) : 0;
      Identifiers.put(seen, 0, part, identifier);
    }
    return projections.identify(seen);
  }
}
