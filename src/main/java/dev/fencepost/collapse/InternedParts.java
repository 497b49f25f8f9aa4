// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import dev.fencepost.collect.ByteIds;
import dev.fencepost.collect.Identifiers;
import dev.fencepost.transition.NumberedParts;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

/**
 * The interned parts of states. A part has an identifier for each place: the shared parts, then the
 * processes. All generators of a system use it.
 */
final class InternedParts implements NumberedParts {
  /** So many states show whether identifiers pay. */
  private static final int MANY = 100_000;

  private final int shared;
  private final AtomicReferenceArray<ByteIds> parts;
  private volatile boolean full;

  /**
   * For states of up to so many processes.
   *
   * @param shared how many shared parts there are; each is as long as all of them, with 0 for the
   *     others
   */
  InternedParts(int shared, int processes) {
    this.shared = shared;
    parts = new AtomicReferenceArray<>(shared + processes);
  }

  private ByteIds part(int part) {
    ByteIds ids = parts.get(part);
    if (ids == null) {
      parts.compareAndSet(part, null, new ByteIds());
      ids = parts.get(part);
    }
    return ids;
  }

  /** The identifier of some bytes in this place of a state. */
  int identify(int part, byte[] bytes, int at, int length) throws LimitException {
    if (length > ByteIds.MAX_LENGTH) {
      throw new LimitException("a state takes " + length + " bytes");
    }
    int identifier = part(part).number(bytes, at, length);
    if (identifier == Identifiers.NONE) {
      full = true;
      throw new LimitException("there are too many different parts of states");
    }
    return identifier;
  }

  @Override
  public int places() {
    return parts.length();
  }

  @Override
  public int count(int place) {
    ByteIds ids = parts.get(place);
    return ids == null ? 0 : ids.count();
  }

  /** The number of parts, by place, up to the last place that has any. */
  int[] counts() {
    int used = places();
    while (used > 0 && count(used - 1) == 0) {
      used--;
    }
    return IntStream.range(0, used).map(this::count).toArray();
  }

  @Override
  public byte[] get(int place, int number) {
    byte[] bytes = new byte[part(place).length(number)];
    part(place).copy(number, bytes, 0);
    return bytes;
  }

  @Override
  public int add(int place, byte[] bytes) throws LimitException {
    return identify(place, bytes, 0, bytes.length);
  }

  /** How long the state is that has these parts. */
  int length(byte[] list, int offset, int count) {
    int length = part(0).length(Identifiers.get(list, offset, 0));
    for (int i = shared; i < count; i++) {
      length += part(i).length(Identifiers.get(list, offset, i));
    }
    return length;
  }

  /** Writes the state that has these parts. */
  void expand(byte[] list, int offset, int count, byte[] target) {
    int at = part(0).copy(Identifiers.get(list, offset, 0), target, 0);
    for (int i = 1; i < shared; i++) {
      part(i).join(Identifiers.get(list, offset, i), target);
    }
    for (int i = shared; i < count; i++) {
      at += part(i).copy(Identifiers.get(list, offset, i), target, at);
    }
  }

  /** The state that has these parts. */
  byte[] expanded(byte[] list, int offset, int length) {
    int count = Identifiers.count(length);
    byte[] state = new byte[length(list, offset, count)];
    expand(list, offset, count, state);
    return state;
  }

  /**
   * Whether identifiers pay for so many states: not where there are no more of them, nor where nine
   * states of ten have shared parts of their own, so that hardly any step is met again.
   */
  boolean pays(long states) {
    return !full
        && (states <= MANY
            || IntStream.range(0, shared).anyMatch(i -> part(i).count() <= states - states / 10));
  }

  /** The memory that this takes. */
  long bytes() {
    long all = 0;
    for (int i = 0; i < parts.length(); i++) {
      ByteIds ids = parts.get(i);
      all += ids == null ? 0 : ids.bytes();
    }
    return all;
  }
}
