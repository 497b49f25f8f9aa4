// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.List;

/**
 * The states in which one action goes on where it has alternatives: the action itself works on the
 * state at depth 0, and an alternative that it meets at depth d on the one at depth d + 1.
 */
final class Forks {
  /** How many choices may follow one another without a visible step. */
  private static final int MOST = 500;

  private final ProgramCode program;
  private final List<State> states = new ArrayList<>();

  /** Per depth, the thread that has the alternatives there. */
  private final List<Integer> forking = new ArrayList<>();

  Forks(ProgramCode program) {
    this.program = program;
  }

  /** Fails where choices follow one another for ever. */
  static void requireFew(int depth) throws LimitException {
    if (depth >= MOST) {
      throw new LimitException("a thread has " + MOST + " choices in a row");
    }
  }

  /** What a thread does first where it takes one of its alternatives. */
  interface Alternative {
    /** Whether the run goes on. */
    boolean take(State fork) throws LimitException;
  }

  State at(int depth) {
    while (states.size() <= depth) {
      states.add(new State(program));
      forking.add(-1);
    }
    return states.get(depth);
  }

  /**
   * A copy of {@code state}, at {@code depth}, in which the thread takes one of its alternatives.
   */
  State fork(State state, int number, int depth) {
    State fork = at(depth + 1);
    forking.set(depth, number);
    fork.copyFrom(state);
    fork.writable(number);
    return fork;
  }

  /** Whether the thread was {@link #earlier} where it is. */
  boolean wasHere(State state, int number, int depth) {
    return earlier(state, number, depth) >= 0;
  }

  /**
   * The depth at which the thread had alternatives before in this action, in the same local
   * configuration and with the same threads, or -1.
   */
  int earlier(State state, int number, int depth) {
    ThreadState thread = state.threads[number];
    int[] live = program.next(thread).live;
    for (int i = 0; i < depth; i++) {
      State before = states.get(i);
      if (forking.get(i) == number
          && before.threadCount == state.threadCount
          && before.failure == state.failure
          && thread.sameAs(before.threads[number], live)) {
        return i;
      }
    }
    return -1;
  }
}
