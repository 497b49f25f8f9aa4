// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.machine.order.OrderRules;
import dev.fencepost.machine.window.Code;
import dev.fencepost.machine.window.OpenOperands;
import dev.fencepost.machine.window.State;
import dev.fencepost.transition.TransitionSystem.LimitException;

/** Fetch goes on behind a guess: it forks, and a wrong guess drops the run later. */
final class Guesses {
  private final LocalSteps local;
  private final OrderRules rules;
  private final boolean pairs;

  Guesses(CompiledMachine machine, LocalSteps local) {
    rules = machine.rules;
    pairs = machine.program.pairs;
    this.local = local;
  }

  /** Forks on the outcome of a branch, or of a compare-and-swap whose order depends on it. */
  Fetch outcome(State state, int number, Code code, int depth) throws LimitException {
    // An error that is noted leaves the window: a loop may meet it again and again.
    boolean failsAgain = state.failure != 0 && local.forks.wasHere(state, number, depth);
    if (failsAgain || local.isFull(state, number, code)) {
      return Fetch.STOP;
    }
    for (int side = 1; side >= 0; side--) {
      int guess = side;
      local.fork(
          state, number, depth, fork -> local.enter(fork, number, code, guess) != Fetch.GONE);
    }
    return Fetch.GONE;
  }

  /** Forks on the condition of an instance of the window, if a guess allows a step. */
  boolean condition(State state, int number, int depth) throws LimitException {
    int index = pairs ? rules.guessed(state.threads[number]) : -1;
    for (int side = 1; side >= 0 && index >= 0; side--) {
      int guess = side;
      local.fork(
          state, number, depth, fork -> OpenOperands.guess(fork.threads[number], index, guess));
    }
    return index >= 0;
  }

  /** Forks: goes on as if an assumption were true, and waits until it is known. */
  Fetch hope(State state, int number, Code code, int depth) throws LimitException {
    local.fork(state, number, depth, fork -> local.enter(fork, number, code, 1) == Fetch.ON);
    return Fetch.STOP;
  }
}
