// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/** Converts between the states of a run and its schedule. */
public final class RunReplay {
  private final Generator generator;
  private final Successors successors = new Successors();
  private final List<Integer> schedule = new ArrayList<>();
  private byte[] state = {};

  public RunReplay(TransitionSystem system) {
    generator = system.newGenerator();
  }

  /** The state that successors lead to, one after the other, from the first initial state. */
  public static byte[] end(TransitionSystem system, List<Integer> choices) throws LimitException {
    Generator generator = system.newGenerator();
    Successors out = new Successors();
    generator.initial(out);
    byte[] state = out.state(0);
    for (int index : choices) {
      generator.successors(state, 0, state.length, out);
      state = out.state(index);
    }
    return state;
  }

  /** Takes the first step that leads to a state. */
  public void go(byte[] next) throws LimitException {
    go(next, code -> true);
  }

  /** Takes the first step that leads to a state and has this violation code. */
  public void go(byte[] next, int wanted) throws LimitException {
    go(next, code -> code == wanted);
  }

  private void go(byte[] next, IntPredicate codes) throws LimitException {
    if (schedule.isEmpty()) {
      generator.initial(successors);
    } else {
      generator.successors(state, 0, state.length, successors);
    }
    for (int i = 0; i < successors.count(); i++) {
      if (codes.test(successors.code(i)) && leadsTo(next, i)) {
        schedule.add(i);
        state = next;
        return;
      }
    }
    throw new IllegalStateException("a step that was searched is none of the system");
  }

  private boolean leadsTo(byte[] next, int index) {
    int start = successors.start(index);
    int end = start + successors.length(index);
    return Arrays.equals(successors.bytes(), start, end, next, 0, next.length);
  }

  /** Stays in the state, which repeats. */
  public void stay() {
    schedule.add(Lasso.STUTTER);
  }

  /** The state that the run has come to. */
  public byte[] state() {
    return state;
  }

  public List<Integer> schedule() {
    return schedule;
  }
}
