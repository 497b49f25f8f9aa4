// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.parts;

import dev.fencepost.collect.ByteIds;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

/**
 * The different parts of states with their numbers: what is shared, and the threads or processes,
 * each by its place among them (Holzmann, State Compression in SPIN, 1997: recursive indexing).
 * Shared by all generators of a system.
 */
public final class PartNumbers {
  /** What is shared is the first part of a state, or the first parts; threads come behind. */
  public static final int SHARED = 0;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** So many states tell whether numbers pay. */
  private static final int MANY = 100_000;

  private final int shared;
  private final AtomicReferenceArray<ByteIds> parts;
  private volatile boolean full;

  /**
   * For states of up to so many threads.
   *
   * @param shared how many parts what is shared has; each is as long as it, and has 0 for the
   *     others
   */
  public PartNumbers(int shared, int threads) {
    this.shared = shared;
    parts = new AtomicReferenceArray<>(shared + threads);
  }

  private ByteIds part(int part) {
    ByteIds ids = parts.get(part);
    if (ids == null) {
      parts.compareAndSet(part, null, new ByteIds());
      ids = parts.get(part);
    }
    return ids;
  }

  /** The number of bytes, in this place of a state. */
  public int number(int part, byte[] bytes, int at, int length) throws LimitException {
    if (length > ByteIds.MAX_LENGTH) {
      throw new LimitException("a state takes " + length + " bytes");
    }
    int number = part(part).number(bytes, at, length);
    if (number == 0) {
      full = true;
      throw new LimitException("there are too many different parts of states");
    }
    return number;
  }

  /** The number of a part of a state. */
  public static int get(byte[] numbers, int offset, int part) {
    return (int) INTS.get(numbers, offset + part * Integer.BYTES);
  }

  /** Writes the number of a part of a state. */
  public static void put(byte[] numbers, int offset, int part, int number) {
    INTS.set(numbers, offset + part * Integer.BYTES, number);
  }

  /** How long a state is that has these parts. */
  public int length(byte[] numbers, int offset, int count) {
    int length = part(SHARED).length(get(numbers, offset, SHARED));
    for (int i = shared; i < count; i++) {
      length += part(i).length(get(numbers, offset, i));
    }
    return length;
  }

  /** Puts a state together. */
  public void expand(byte[] numbers, int offset, int count, byte[] target) {
    int at = part(SHARED).copy(get(numbers, offset, SHARED), target, 0);
    for (int i = 1; i < shared; i++) {
      part(i).join(get(numbers, offset, i), target);
    }
    for (int i = shared; i < count; i++) {
      at += part(i).copy(get(numbers, offset, i), target, at);
    }
  }

  /** A state, put together. */
  byte[] expanded(byte[] numbers, int offset, int size) {
    int count = size / Integer.BYTES;
    byte[] state = new byte[length(numbers, offset, count)];
    expand(numbers, offset, count, state);
    return state;
  }

  /**
   * Whether numbers do not pay for so many states: there are no more, or nine states of ten have
   * shared parts of their own, so that hardly any step is met again.
   */
  public boolean isWaste(long states) {
    return full
        || states > MANY
            && IntStream.range(0, shared).allMatch(i -> part(i).count() > states - states / 10);
  }

  /** The memory that this takes. */
  public long bytes() {
    long all = 0;
    for (int i = 0; i < parts.length(); i++) {
      ByteIds ids = parts.get(i);
      all += ids == null ? 0 : ids.bytes();
    }
    return all;
  }
}
