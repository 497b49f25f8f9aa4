// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.independence;

import dev.fencepost.machine.independence.Futures.Place;
import dev.fencepost.machine.step.MachineGenerator;
import dev.fencepost.machine.step.StepLog;
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
  final int count;

  /** Per action, its place in the window, or {@link StepLog#AT_FETCH}. */
  final int[] index;

  /** Per action, as {@link ActionList} has them. */
  final int[] target;

  final int[] memory;
  final long[][] reads;
  final long[][] writes;

  final long[][] readsBehind;
  final long[][] writesBehind;

  /** The footprints of all actions, and of what comes after one alone. */
  final long[] allReads;

  final long[] allWrites;

  /** What the thread may access by other steps that are no actions yet. */
  final long[] laterReads;

  final long[] laterWrites;

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
   * @param actions of this thread alone
   * @param windows decides which of them conflict
   */
  ThreadActions(ActionList actions, WindowConflicts windows, Subject subject, Waiting waiting) {
    ThreadState thread = subject.thread();
    PackedState state = subject.state();
    int number = subject.number();
    packed = Arrays.copyOfRange(state.bytes, state.threadStart(number), state.threadEnd[number]);
    threadCount = state.threadCount;
    complete = actions.complete;
    ended = thread.ended;
    count = actions.count;
    index = Arrays.copyOf(actions.index, count);
    target = Arrays.copyOf(actions.target, count);
    memory = Arrays.copyOf(actions.memory, count);
    reads = copies(actions.reads, count);
    writes = copies(actions.writes, count);
    readsBehind = copies(actions.readsBehind, count);
    writesBehind = copies(actions.writesBehind, count);
    laterReads = actions.laterReads.clone();
    laterWrites = actions.laterWrites.clone();
    early = actions.early.clone();
    allReads = union(reads, readsBehind, laterReads.length);
    allWrites = union(writes, writesBehind, laterWrites.length);
    conflicting = new long[count];
    long later = 0;
    for (int action = 0; action < count; action++) {
      for (int other = 0; other < count; other++) {
        boolean conflict = other != action && windows.conflict(thread, action, other);
        conflicting[action] |= conflict ? 1L << other : 0;
      }
      later |= windows.conflictsLater(thread, number, action) ? 1L << action : 0;
    }
    disturbed = later;
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
    count = other.count;
    index = other.index;
    target = other.target;
    memory = new int[count];
    Arrays.fill(memory, MachineGenerator.ALL_MEMORIES);
    reads = copies(other.reads, count);
    writes = copies(other.writes, count);
    for (int action = 0; action < count; action++) {
      Futures.include(reads[action], place.laterReads);
      Futures.include(writes[action], place.laterWrites);
    }
    readsBehind = other.readsBehind;
    writesBehind = other.writesBehind;
    laterReads = other.laterReads;
    laterWrites = other.laterWrites;
    early = other.early;
    allReads = union(reads, readsBehind, laterReads.length);
    allWrites = union(writes, writesBehind, laterWrites.length);
    // The number of the thread that is started hangs on each of them.
    conflicting = new long[count];
    long all = count == 0 ? 0 : -1L >>> Long.SIZE - count;
    for (int action = 0; action < count; action++) {
      conflicting[action] = all & ~(1L << action);
    }
    disturbed = all;
    joined = other.joined;
    starting = other.starting;
    progress = other.progress;
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
  long conflictingWith(ThreadActions other, int action) {
    if (!Futures.conflict(allReads, allWrites, other.reads[action], other.writes[action])) {
      return 0;
    }
    long bits = 0;
    for (int own = 0; own < count; own++) {
      boolean conflict =
          !ActionList.areApart(memory[own], other.memory[action])
              && Futures.conflict(
                  reads[own], writes[own], other.reads[action], other.writes[action]);
      conflict |=
          Futures.conflict(
              readsBehind[own], writesBehind[own], other.reads[action], other.writes[action]);
      bits |= conflict ? 1L << own : 0;
    }
    return bits;
  }

  /**
   * Whether an action conflicts with what another thread, which reads from this memory, may do
   * later, after none of its actions for certain: what it writes gets to all memories.
   */
  boolean conflictsWithLater(int action, ThreadActions other, int readMemory) {
    boolean unread = ActionList.areApart(memory[action], readMemory);
    return Futures.meet(writes[action], other.early)
        || Futures.meet(writes[action], other.laterWrites)
        || Futures.meet(reads[action], other.laterWrites)
        || !unread && Futures.meet(writes[action], other.laterReads);
  }

  /** Whether another thread may write, now or later, what loads of this one may read early. */
  boolean readsEarly(ThreadActions other) {
    return Futures.meet(early, other.allWrites) || Futures.meet(early, other.laterWrites);
  }

  private static long[][] copies(long[][] sets, int count) {
    long[][] copies = new long[count][];
    for (int i = 0; i < count; i++) {
      copies[i] = sets[i].clone();
    }
    return copies;
  }

  private static long[] union(long[][] some, long[][] others, int words) {
    long[] union = new long[words];
    for (int i = 0; i < some.length; i++) {
      Futures.include(union, some[i]);
      Futures.include(union, others[i]);
    }
    return union;
  }
}
