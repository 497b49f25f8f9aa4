// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.ir.Program;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.State;
import dev.fencepost.transition.TransitionSystem.LimitException;

/** The choices of a thread, and the rounds that it may go in them without a visible step. */
final class ThreadChoices {
  private final LocalSteps local;
  private final Forks forks;
  private final Emitter emitter;

  /** How often each thread came back to a choice of its own without a visible step. */
  private final int[] returns = new int[Program.MAX_THREADS];

  /** The least depth of a choice that each thread came back to from its latest one. */
  private final int[] earliest = new int[Program.MAX_THREADS];

  ThreadChoices(LocalSteps local, Emitter emitter) {
    this.local = local;
    this.emitter = emitter;
    forks = local.forks;
  }

  /** How often a thread came back to a choice without a visible step. */
  int returns(int number) {
    return returns[number];
  }

  /**
   * Takes every alternative. Where all lead back here without a visible step, the thread diverges;
   * where some do, it may. Where one leads to an earlier choice, that choice judges: it may have
   * another way out.
   */
  Fetch take(State state, int number, Code code, int depth) throws LimitException {
    if (local.older != null) {
      local.older.tidy(state, number);
    }
    int earlier = forks.earlier(state, number, depth);
    if (earlier >= 0) {
      returns[number]++;
      returnsTo(number, earlier);
      return Fetch.GONE;
    }
    Forks.requireFew(depth);
    int emitted = emitter.count();
    int before = returns[number];
    int around = earliest[number];
    earliest[number] = depth;
    for (int value = 0; value < code.immediate; value++) {
      int chosen = value;
      local.fork(state, number, depth, fork -> chooses(fork, number, code, chosen));
    }
    boolean judges = earliest[number] == depth;
    returnsTo(number, around);
    boolean silent = local.keepsDivergence || emitter.count() == emitted;
    return judges && silent && returns[number] > before ? Fetch.STOP : Fetch.GONE;
  }

  private void returnsTo(int number, int depth) {
    earliest[number] = Math.min(earliest[number], depth);
  }

  private boolean chooses(State state, int number, Code code, int value) {
    state.threads[number].set(code.target, value);
    state.threads[number].pc = code.next;
    if (emitter.isObserved()) {
      emitter.observer.local(number, code, "chooses " + value);
    }
    return true;
  }
}
