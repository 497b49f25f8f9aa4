// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.collect.ByteIds;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The different parts of states with their numbers: what is global, and the processes, each by its
 * place among them (Holzmann, State Compression in SPIN, 1997: recursive indexing). Shared by all
 * generators of a system.
 */
final class Components {
  /** What is global is the first part of a state, and process i is part i + 1. */
  static final int GLOBAL = 0;

  private final ProgramCode program;
  private final AtomicReferenceArray<ByteIds> parts =
      new AtomicReferenceArray<>(Frame.MOST_PROCESSES + 2);

  Components(ProgramCode program) {
    this.program = program;
  }

  /** The numbers of one part. */
  ByteIds part(int part) {
    ByteIds ids = parts.get(part);
    if (ids == null) {
      parts.compareAndSet(part, null, new ByteIds());
      ids = parts.get(part);
    }
    return ids;
  }

  /** The number of bytes, in this place of a state. */
  int number(int part, byte[] bytes, int at, int length) throws LimitException {
    if (length > ByteIds.MAX_LENGTH) {
      throw new LimitException("a state takes " + length + " bytes");
    }
    int number = part(part).number(bytes, at, length);
    if (number == 0) {
      throw new LimitException("there are too many different parts of states");
    }
    return number;
  }

  /** Writes the numbers of a state's parts, as many bytes as are told. */
  int collapse(byte[] state, int start, byte[] target, int at) throws LimitException {
    int processes = state[start] & 0xff;
    Bytes.putInt(target, at, number(GLOBAL, state, start, program.firstProcess));
    int from = start + program.firstProcess;
    for (int i = 1; i <= processes; i++) {
      int length = program.types[state[from]].bytes;
      Bytes.putInt(target, at + i * Integer.BYTES, number(i, state, from, length));
      from += length;
    }
    return (processes + 1) * Integer.BYTES;
  }

  /** How long a state is that has these parts. */
  int length(byte[] numbers, int offset, int count) {
    int length = 0;
    for (int i = 0; i < count; i++) {
      length += part(i).length(Bytes.getInt(numbers, offset + i * Integer.BYTES));
    }
    return length;
  }

  /** Puts a state together. */
  void expand(byte[] numbers, int offset, int count, byte[] target) {
    int at = 0;
    for (int i = 0; i < count; i++) {
      at += part(i).copy(Bytes.getInt(numbers, offset + i * Integer.BYTES), target, at);
    }
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
