// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.order;

import dev.fencepost.ir.Program;
import dev.fencepost.machine.window.History;
import dev.fencepost.machine.window.State;

/** Per thread of a state, the steps of its oldest instance that general laws forbade. */
public final class Refusals {
  private int threads;
  private final int[] places = new int[Program.MAX_THREADS];
  private final long[] steps = new long[Program.MAX_THREADS];
  private final int[] outcomes = new int[Program.MAX_THREADS];
  private final long[] values = new long[Program.MAX_THREADS];

  public void clear() {
    threads = 0;
  }

  /**
   * Laws forbade a step of the instance at a place of the history, with this class.
   *
   * @param value what it would have read or written
   */
  public void add(int thread, int place, long step, int outcome, long value) {
    boolean first = !has(thread);
    threads |= 1 << thread;
    places[thread] = place;
    steps[thread] = first ? step : steps[thread] | step;
    outcomes[thread] = outcome;
    values[thread] = value;
  }

  /** Whether laws forbade the oldest instance of the thread to take a step. */
  public boolean has(int thread) {
    return (threads >>> thread & 1) != 0;
  }

  /**
   * In a state where no thread can take a step: whether the thread cannot because of laws, so that
   * no run goes on from here. Where they only make it wait for threads that wait for something
   * else, such as a mutex, it is deadlocked with them.
   */
  public boolean isFinal(State state, int thread, GeneralLaws laws) {
    if (!has(thread)) {
      return false;
    }
    History history = new History(Program.MAX_THREADS);
    history.copyFrom(state.history);
    laws.finish(state.history, ~threads);
    boolean forbidden = isForbidden(state, thread, laws);
    state.history.copyFrom(history);
    return forbidden;
  }

  /** Whether a step is left when those were taken that laws allow, one after the other. */
  private boolean isForbidden(State state, int thread, GeneralLaws laws) {
    int place = places[thread];
    state.history.value[place] = values[thread];
    History history = new History(Program.MAX_THREADS);
    history.copyFrom(state.history);
    long open = steps[thread];
    long rest = open;
    while (rest != 0) {
      long step = Long.lowestOneBit(rest);
      if (laws.perform(state, place, step, outcomes[thread])) {
        open &= ~step;
        rest = open;
        history.copyFrom(state.history);
      } else {
        rest &= ~step;
        state.history.copyFrom(history);
      }
    }
    return open != 0;
  }
}
