// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** Estimates on the first states of a system how much a partial-order reduction leaves out. */
public final class ReductionEstimate {
  private static final int STATES = 500;

  private final ReducedGenerator reduced;
  private final Generator whole;
  private final Set<ByteBuffer> seen = new HashSet<>();
  private final Deque<byte[]> open = new ArrayDeque<>();
  private final Successors some = new Successors();
  private final Successors all = new Successors();

  private ReductionEstimate(ActionSystem system) {
    reduced = new ReducedGenerator(system.newGenerator());
    whole = system.newGenerator();
  }

  /** The share of the steps of its first states that the reduced system takes. */
  public static double shareOfSteps(ActionSystem system) {
    try {
      return new ReductionEstimate(system).shareOfSteps();
    } catch (LimitException limit) {
      return 1;
    }
  }

  private double shareOfSteps() throws LimitException {
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
      byte[] state = some.state(i);
      if (some.code(i) == Successors.FINE && seen.add(ByteBuffer.wrap(state))) {
        open.add(state);
      }
    }
  }
}
