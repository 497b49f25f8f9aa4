// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** Tries a partial-order reduction on the first states of a system. */
public final class Trial {
  private static final int STATES = 500;

  private final ReducedGenerator reduced;
  private final Generator whole;
  private final Set<ByteBuffer> seen = new HashSet<>();
  private final Deque<byte[]> open = new ArrayDeque<>();
  private final Successors some = new Successors();
  private final Successors all = new Successors();

  private Trial(ActionSystem system) {
    reduced = new ReducedGenerator(system.newActionGenerator());
    whole = system.newGenerator();
  }

  /** The part of the steps of the first states of the reduced system that it takes. */
  public static double share(ActionSystem system) {
    try {
      return new Trial(system).share();
    } catch (LimitException limit) {
      return 1;
    }
  }

  private double share() throws LimitException {
    long taken = 0;
    long steps = 0;
    reduced.initial(some);
    add();
    while (!open.isEmpty() && seen.size() < STATES) {
      byte[] state = open.poll();
      whole.successors(state, 0, state.length, all);
      reduced.successors(state, 0, state.length, some);
      steps += all.count();
      taken += some.count();
      add();
    }
    return steps == 0 ? 1 : (double) taken / steps;
  }

  private void add() {
    for (int i = 0; i < some.count(); i++) {
      int start = some.start(i);
      byte[] state = Arrays.copyOfRange(some.bytes(), start, start + some.length(i));
      if (some.code(i) == Successors.FINE && seen.add(ByteBuffer.wrap(state))) {
        open.add(state);
      }
    }
  }
}
