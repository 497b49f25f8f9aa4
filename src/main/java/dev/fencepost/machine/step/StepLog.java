// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.collect.IntList;

/**
 * Who can take steps in a state, and who takes which.
 *
 * <p>Two conditions a thread are all that weak fairness needs, of threads and of memory. First, the
 * oldest instance of its window cannot go, or it does: as that one waits for nobody, but for a
 * mutex, each instance gets to be the oldest and goes some day, and so each store is reflected to
 * each memory. Second, the thread cannot take a step, or it does.
 */
public final class StepLog {
  /** In place of a place in the window. */
  public static final int AT_FETCH = -1;

  private final IntList actors = new IntList();
  private final IntList indices = new IntList();
  private int able;
  private int oldestAble;

  public void clear() {
    actors.clear();
    indices.clear();
    able = 0;
    oldestAble = 0;
  }

  /** A thread has so many ways to take a step; up to {@code count} successors are written now. */
  void stepped(int thread, int index, int ways, int count) {
    if (ways > 0) {
      able |= 1 << thread;
      oldestAble |= index == 0 ? 1 << thread : 0;
    }
    while (actors.size() < count) {
      actors.add(thread);
      indices.add(index);
    }
  }

  /**
   * Laws of the memory model forbid the oldest instance of a thread to go: memory that puts it off
   * for ever is not fair, as what waits for nobody is reflected some day.
   */
  void refused(int thread) {
    oldestAble |= 1 << thread;
  }

  /** Whether any thread can take a step, be it one that drops the run. */
  boolean someoneCanStep() {
    return able != 0;
  }

  /** The thread whose step leads to a successor. */
  public int actor(int successor) {
    return actors.get(successor);
  }

  /** The place in that thread's window of the instance that takes it, or {@link #AT_FETCH}. */
  public int index(int successor) {
    return indices.get(successor);
  }

  /** The threads to which a successor is fair, as bits; behind the last one, nobody steps. */
  int fairToThreads(int successor) {
    return ~able | (successor < actors.size() ? 1 << actors.get(successor) : 0);
  }

  /** The threads to whose oldest instances a successor is fair, as bits. */
  int fairToOldest(int successor) {
    return ~oldestAble | oldestOf(successor);
  }

  /**
   * The thread whose oldest instance takes the step to a successor, as a bit; 0 for other steps.
   */
  int oldestOf(int successor) {
    boolean oldest = successor < actors.size() && indices.get(successor) == 0;
    return oldest ? 1 << actors.get(successor) : 0;
  }
}
