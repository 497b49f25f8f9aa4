// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.independence;

import dev.fencepost.machine.independence.Futures.Place;
import dev.fencepost.machine.window.Footprint;
import dev.fencepost.machine.window.PackedState;
import dev.fencepost.machine.window.ThreadState;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a thread, as it is in some states, brings to the actions of those states. It depends on the
 * thread's number, its part of the packed state and how many threads there are: with several
 * threads the same is met in very many states, so it is found once.
 */
final class ThreadActions {
  /** In place of a thread. */
  static final int NOBODY = -1;

  private final byte[] packed;
  private final int threadCount;

  /** Whether the actions fit; else none is here. */
  final boolean complete;

  final boolean ended;
  final Action[] actions;

  /** The footprints of all actions, and of what comes after one alone. */
  private final Footprint all;

  /** What the thread may access by other steps that are no actions yet. */
  final Footprint later;

  /** What loads of the thread that cannot go yet may read now: they run ahead. */
  private final long[] early;

  /** Per action, the others of the thread with which it conflicts, as bits. */
  final long[] conflicting;

  /** The actions that conflict with something that the thread may do later, as bits. */
  final long disturbed;

  /** The thread for whose end this one waits, or {@link #NOBODY}. */
  final int joined;

  /** Where the thread waits for another one's end before it may start others, or null. */
  final @Nullable Place starting;

  /** Further on in the code is more, and with less under way is more; an end is most. */
  final long progress;

  /**
   * Keeps what was found.
   *
   * @param found of this thread alone
   * @param windows decides which actions conflict
   */
  ThreadActions(ActionList found, WindowConflicts windows, Subject subject, Waiting waiting) {
    ThreadState thread = subject.thread();
    PackedState state = subject.state();
    int number = subject.number();
    packed = Arrays.copyOfRange(state.bytes, state.threadStart(number), state.threadEnd[number]);
    threadCount = state.threadCount;
    complete = found.complete;
    ended = thread.ended;
    actions = complete ? found.actions.toArray(Action[]::new) : new Action[0];
    later = found.later;
    early = found.early;
    all = union(later.reads.length);
    conflicting = new long[actions.length];
    long disturbs = 0;
    for (int action = 0; action < actions.length; action++) {
      for (int other = 0; other < actions.length; other++) {
        boolean conflict =
            other != action && windows.conflict(thread, actions[action], actions[other]);
        conflicting[action] |= conflict ? 1L << other : 0;
      }
      boolean disturbed = windows.conflictsLater(subject, found.actions, actions[action]);
      disturbs |= disturbed ? 1L << action : 0;
    }
    disturbed = disturbs;
    joined = waiting.joined();
    starting = waiting.starting();
    progress = MachineActions.progress(thread);
  }

  /** Actions of a thread whose end lets another one go on, and start threads, at once. */
  private ThreadActions(ThreadActions other, Place place) {
    packed = other.packed;
    threadCount = other.threadCount;
    complete = other.complete;
    ended = other.ended;
    actions = other.actions.clone();
    Arrays.setAll(actions, i -> other.actions[i].followedBy(place.later));
    later = other.later;
    early = other.early;
    all = union(later.reads.length);
    // The number of the thread that is started depends on each of them.
    disturbed = actions.length == 0 ? 0 : -1L >>> Long.SIZE - actions.length;
    conflicting = new long[actions.length];
    Arrays.setAll(conflicting, action -> disturbed & ~(1L << action));
    joined = other.joined;
    starting = other.starting;
    progress = other.progress;
  }

  private Footprint union(int words) {
    Footprint union = new Footprint(words);
    for (Action action : actions) {
      union.include(action.own());
      union.include(action.behind());
    }
    return union;
  }

  /** The thread that this is about, unpacked and as the part of a state. */
  record Subject(ThreadState thread, PackedState state, int number) {}

  /** What a thread waits for. */
  record Waiting(int joined, @Nullable Place starting) {}

  /** Whether this is about the thread of a state whose part lies here. */
  boolean isOf(PackedState state, int start, int end) {
    return threadCount == state.threadCount
        && Arrays.equals(packed, 0, packed.length, state.bytes, start, end);
  }

  /** These actions where any of them may be followed at once by what lies behind a place. */
  ThreadActions followedBy(Place place) {
    return new ThreadActions(this, place);
  }

  /**
   * The actions of this thread, as bits, that conflict with an action of another one, or come
   * before a step that does.
   */
  long conflictingWith(Action other) {
    if (!all.conflictsWith(other.own())) {
      return 0;
    }
    long bits = 0;
    for (int i = 0; i < actions.length; i++) {
      boolean conflict =
          actions[i].conflictsWith(other) || actions[i].behind().conflictsWith(other.own());
      bits |= conflict ? 1L << i : 0;
    }
    return bits;
  }

  /**
   * Whether an action of another thread conflicts with what this one, which reads from this memory,
   * may do later, after none of its actions for certain: what it writes gets to all memories.
   */
  boolean conflictsLater(Action other, int readMemory) {
    boolean unread = Action.areApart(other.memory(), readMemory);
    Footprint own = other.own();
    return Footprint.meet(own.writes, early)
        || Footprint.meet(own.writes, later.writes)
        || Footprint.meet(own.reads, later.writes)
        || !unread && Footprint.meet(own.writes, later.reads);
  }

  /** Whether another thread may write, now or later, what loads of this one may read early. */
  boolean readsEarly(ThreadActions other) {
    return Footprint.meet(early, other.all.writes) || Footprint.meet(early, other.later.writes);
  }
}
