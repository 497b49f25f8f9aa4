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

  /** The forbidden steps that are left when those were taken that others make possible. */
  private final long[] open = new long[Program.MAX_THREADS];

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
   * else, such as a mutex, or that laws make wait for such a thread, it is deadlocked with them.
   */
  public boolean isFinal(State state, int thread, GeneralLaws laws) {
    if (!has(thread)) {
      return false;
    }
    History history = new History(Program.MAX_THREADS);
    history.copyFrom(state.history);
    System.arraycopy(steps, 0, open, 0, steps.length);
    laws.finish(state.history, ~threads);
    int waiting = threads;
    boolean went = true;
    while (went) {
      went = false;
      for (int rest = waiting; rest != 0; rest &= rest - 1) {
        int number = Integer.numberOfTrailingZeros(rest);
        went |= takeAllowed(state, number, laws);
        if (open[number] == 0) {
          laws.finish(state.history, 1 << number);
          waiting &= ~(1 << number);
        }
      }
    }
    state.history.copyFrom(history);
    return open[thread] != 0;
  }

  /** Takes the open steps of a thread that laws allow, one after the other; whether some were. */
  private boolean takeAllowed(State state, int thread, GeneralLaws laws) {
    int place = places[thread];
    state.history.value[place] = values[thread];
    History history = new History(Program.MAX_THREADS);
    history.copyFrom(state.history);
    boolean went = false;
    long rest = open[thread];
    while (rest != 0) {
      long step = Long.lowestOneBit(rest);
      if (laws.perform(state, place, step, outcomes[thread])) {
        open[thread] &= ~step;
        rest = open[thread];
        history.copyFrom(state.history);
        went = true;
      } else {
        rest &= ~step;
        state.history.copyFrom(history);
      }
    }
    return went;
  }
}
