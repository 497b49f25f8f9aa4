// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import dev.fencepost.collect.IntList;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.Arrays;

/**
 * Looks for the proviso: whether the reduced system has a path from some states to more progress,
 * or to a fully expanded state. It follows only states whose smallest stubborn set makes progress
 * at once, because only their expansion is certain.
 */
final class LookAhead {
  /** How many states are looked at before giving up. */
  private static final int MOST = 64;

  private final ReducedGenerator generator;
  private final Successors steps = new Successors();

  /** The bytes of the states on the paths, one after the other. */
  private byte[] bytes = new byte[4096];

  private final IntList ends = new IntList();

  LookAhead(ReducedGenerator generator) {
    this.generator = generator;
  }

  boolean getsAhead(long progress, Successors from) throws LimitException {
    ends.clear();
    addAll(from);
    for (int next = 0; next < ends.size(); next++) {
      int start = start(next);
      int length = ends.get(next) - start;
      if (!generator.expand(bytes, start, length, steps) || generator.getsAhead(progress, steps)) {
        return true;
      }
      if (generator.getsAhead(generator.progress(bytes, start, length), steps)) {
        addAll(steps);
      }
    }
    return false;
  }

  private int start(int index) {
    return index == 0 ? 0 : ends.get(index - 1);
  }

  private void addAll(Successors successors) {
    for (int i = 0; i < successors.count() && ends.size() < MOST; i++) {
      if (successors.code(i) == Successors.FINE) {
        add(successors.bytes(), successors.start(i), successors.length(i));
      }
    }
  }

  private void add(byte[] from, int offset, int length) {
    for (int i = 0; i < ends.size(); i++) {
      if (Arrays.equals(bytes, start(i), ends.get(i), from, offset, offset + length)) {
        return;
      }
    }
    int end = start(ends.size());
    if (end + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, end + length));
    }
    System.arraycopy(from, offset, bytes, end, length);
    ends.add(end + length);
  }
}
