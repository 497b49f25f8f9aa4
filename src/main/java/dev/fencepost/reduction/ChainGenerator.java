// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import dev.fencepost.collect.PairCache;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import dev.fencepost.transition.WrappedGenerator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Joins a step without alternative to the step before it. A state whose stubborn set is one action
 * with one successor of more progress is no state of the search. A chain is finite, because each of
 * its steps makes progress.
 */
final class ChainGenerator extends WrappedGenerator<ReducedGenerator> {
  private static final int MAX_BYTES = 1 << 25;

  private final Successors steps = new Successors();
  private final Successors next = new Successors();
  private byte[] state = new byte[256];
  private int length;

  /** From states to the ends of their chains: most states are come to by several steps. */
  private final PairCache ends = new PairCache(MAX_BYTES);

  private final PairCache.Record record = new PairCache.Record();

  /** Where states are noted, while a path is asked for. */
  private @Nullable List<byte[]> path;

  ChainGenerator(ReducedGenerator generator) {
    super(generator);
  }

  @Override
  public void successors(byte[] bytes, int offset, int size, Successors out) throws LimitException {
    out.clear();
    generator.successors(bytes, offset, size, steps);
    for (int i = 0; i < steps.count(); i++) {
      take(steps, i);
      if (steps.code(i) == Successors.FINE) {
        followOnce(steps.bytes(), steps.start(i));
      }
      out.add(state, 0, length, steps.code(i));
    }
    if (steps.count() == 0) {
      out.terminalOf(steps);
    }
  }

  /** Goes to the end of the chain of the state that was taken, which lies here too. */
  private void followOnce(byte[] bytes, int start) throws LimitException {
    int size = length;
    int place = ends.find(0, bytes, start, size);
    if (place != PairCache.ABSENT) {
      // The array has held the state, and does not shrink.
      length = ends.intAt(place);
      System.arraycopy(ends.bytes(), place + Integer.BYTES, state, 0, length);
      return;
    }
    follow();
    record.clear();
    record.putInt(length);
    record.put(state, 0, length);
    ends.add(0, bytes, start, size, record);
  }

  /** Goes to the end of the chain, or to where its next step violates something. */
  private void follow() throws LimitException {
    boolean goesOn = generator.expandOne(state, 0, length, next);
    long progress = goesOn ? generator.progress(state, 0, length) : 0;
    while (goesOn && next.code(0) == Successors.FINE) {
      long further = generator.progress(next.bytes(), next.start(0), next.length(0));
      if (further <= progress) {
        return;
      }
      progress = further;
      take(next, 0);
      goesOn = generator.expandOne(state, 0, length, next);
    }
  }

  /** The states along a step; the last is the successor. */
  List<byte[]> path(byte[] bytes, int index) throws LimitException {
    path = new ArrayList<>();
    generator.successors(bytes, 0, bytes.length, steps);
    take(steps, index);
    if (steps.code(index) == Successors.FINE) {
      follow();
    }
    List<byte[]> states = path;
    path = null;
    return states;
  }

  private void take(Successors from, int index) {
    length = from.length(index);
    if (path != null) {
      path.add(from.state(index));
    }
    reserve(length);
    System.arraycopy(from.bytes(), from.start(index), state, 0, length);
  }

  private void reserve(int needed) {
    if (needed > state.length) {
      state = Arrays.copyOf(state, 2 * needed);
    }
  }
}
