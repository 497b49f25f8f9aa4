// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import java.util.Arrays;

/** States in the middle of an atomic sequence, which go on with one process; the last in first. */
final class Pending {
  private byte[][] states = new byte[16][];
  private int[] lengths = new int[16];
  private int[] holders = new int[16];
  private int[] codes = new int[16];
  private long[] actors = new long[16];
  private StepHistory[] histories = new StepHistory[16];
  private byte[] held = new byte[256];
  private int count;

  void clear() {
    count = 0;
  }

  boolean isEmpty() {
    return count == 0;
  }

  void push(PromelaFrame frame, int holder, int code, long acting, StepHistory history) {
    if (count == states.length) {
      states = Arrays.copyOf(states, 2 * count);
      lengths = Arrays.copyOf(lengths, 2 * count);
      holders = Arrays.copyOf(holders, 2 * count);
      codes = Arrays.copyOf(codes, 2 * count);
      actors = Arrays.copyOf(actors, 2 * count);
      histories = Arrays.copyOf(histories, 2 * count);
    }
    if (states[count] == null || states[count].length < frame.length) {
      states[count] = new byte[frame.length + 64];
    }
    System.arraycopy(frame.bytes, 0, states[count], 0, frame.length);
    lengths[count] = frame.length;
    holders[count] = holder;
    codes[count] = code;
    actors[count] = acting;
    histories[count] = history;
    count++;
  }

  /** Takes the last one away; its bytes stay good until the next call. */
  byte[] pop() {
    count--;
    byte[] state = states[count];
    states[count] = held;
    held = state;
    return state;
  }

  int length() {
    return lengths[count];
  }

  int holder() {
    return holders[count];
  }

  int code() {
    return codes[count];
  }

  long acting() {
    return actors[count];
  }

  StepHistory history() {
    return histories[count];
  }
}
