// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem;
import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds the run of a system that a run of its partial-order reduction goes along. */
final class Unreduced {
  private final Generator generator;
  private final Successors steps = new Successors();
  private final List<Integer> indices = new ArrayList<>();
  private byte[] state;

  Unreduced(TransitionSystem system, Successors initial, int index) throws LimitException {
    generator = system.newGenerator();
    generator.initial(steps);
    go(copy(initial, index));
  }

  /** The state that the run has come to. */
  byte[] state() {
    return state;
  }

  /** Goes on through these states. */
  void go(List<byte[]> states) throws LimitException {
    for (byte[] next : states) {
      generator.successors(state, 0, state.length, steps);
      go(next);
    }
  }

  private void go(byte[] next) {
    for (int i = 0; i < steps.count(); i++) {
      if (Arrays.equals(next, copy(steps, i))) {
        indices.add(i);
        state = next;
        return;
      }
    }
    throw new IllegalStateException("a step of the reduced system is none of the system");
  }

  private static byte[] copy(Successors successors, int index) {
    int start = successors.start(index);
    return Arrays.copyOfRange(successors.bytes(), start, start + successors.length(index));
  }

  List<Integer> indices() {
    return indices;
  }
}
