// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * All interleavings of threads that lock, wait and meet, as POSIX describes these, one operation at
 * a time: what they leave in their variables, and whether they go wrong.
 */
final class LockingThreads {
  static final int VARIABLES = 3;
  static final int MUTEXES = 2;
  private static final int DESTROYED = -1;

  /** No thread: one that waits for it waits for what anyone may do. */
  private static final int ANYONE = -3;

  enum Kind {
    LOAD,
    STORE,
    SET,
    GOTO,
    IF_NOT_ZERO,
    LOCK,
    UNLOCK,
    TRY_LOCK,
    DESTROY,
    READ_LOCK,
    WRITE_LOCK,
    TRY_READ_LOCK,
    TRY_WRITE_LOCK,
    UNLOCK_READ_WRITE,
    ARRIVE,
    LEAVE,
    ENLIST,
    SLEEP,
    SIGNAL,
    BROADCAST,
    BEGIN_ONCE,
    END_ONCE,
    JOIN
  }

  /**
   * An operation.
   *
   * @param on what it is done on: a variable, a mutex or a thread
   * @param with what is stored or added, or where to go on
   */
  record Operation(Kind kind, int on, int with) {}

  /** What the threads may come to. */
  record Outcome(Set<String> values, boolean fails, boolean deadlocks) {}

  /** How the threads are asleep at the condition variable. */
  private enum Sleep {
    AWAKE,
    DOZING,
    FAST,
    WOKEN
  }

  private final List<List<Operation>> threads;
  private final int meeting;
  private final Set<List<Integer>> seen = new HashSet<>();
  private final Deque<int[]> open = new ArrayDeque<>();
  private final Set<String> values = new TreeSet<>();
  private boolean fails;
  private boolean deadlocks;

  // Where things are in a state.
  private final int registers;
  private final int variables;
  private final int mutexes;
  private final int readers;
  private final int sleepers;
  private final int generations;
  private final int writer;
  private final int arrived;
  private final int generation;
  private final int once;

  private LockingThreads(List<List<Operation>> threads, int meeting) {
    this.threads = threads;
    this.meeting = meeting;
    registers = threads.size();
    readers = registers + threads.size();
    sleepers = readers + threads.size();
    generations = sleepers + threads.size();
    variables = generations + threads.size();
    mutexes = variables + VARIABLES;
    once = mutexes + MUTEXES;
    writer = once + 2;
    arrived = writer + 1;
    generation = arrived + 1;
  }

  /**
   * Follows all interleavings.
   *
   * @param meeting how many threads meet at the barrier
   */
  static Outcome of(List<List<Operation>> threads, int meeting) {
    return new LockingThreads(threads, meeting).run();
  }

  private Outcome run() {
    add(new int[generation + 1]);
    while (!open.isEmpty()) {
      int[] state = open.remove();
      boolean moved = false;
      for (int thread = 0; thread < threads.size(); thread++) {
        moved |= !hasEnded(state, thread) && step(state, thread);
      }
      if (!moved) {
        end(state);
      }
    }
    return new Outcome(values, fails, deadlocks);
  }

  private void add(int[] state) {
    if (seen.add(Arrays.stream(state).boxed().toList())) {
      open.add(state);
    }
  }

  private boolean hasEnded(int[] state, int thread) {
    return state[thread] == threads.get(thread).size();
  }

  private Operation next(int[] state, int thread) {
    return threads.get(thread).get(state[thread]);
  }

  private void end(int[] state) {
    Set<Integer> waiting = new HashSet<>();
    Set<Integer> blocked = new HashSet<>();
    for (int thread = 0; thread < threads.size(); thread++) {
      if (!hasEnded(state, thread)) {
        (waitsFor(state, thread) == ANYONE ? blocked : waiting).add(thread);
      }
    }
    boolean isOver = waiting.isEmpty() && blocked.isEmpty();
    if (isOver) {
      values.add(Arrays.toString(Arrays.copyOfRange(state, variables, variables + VARIABLES)));
    }
    boolean more = !blocked.isEmpty();
    while (more) {
      more = waiting.removeIf(t -> blocked.contains(waitsFor(state, t)) && blocked.add(t));
    }
    deadlocks |= !waiting.isEmpty();
  }

  /** The thread that this one waits for. */
  private int waitsFor(int[] state, int thread) {
    Operation operation = next(state, thread);
    return switch (operation.kind) {
      case LOCK -> state[mutexes + operation.on] - 1;
      case BEGIN_ONCE -> state[once] - 1;
      case JOIN -> operation.on;
      default -> ANYONE;
    };
  }

  /** Adds the states behind the next operation of a thread; false if it has to wait. */
  private boolean step(int[] state, int thread) {
    Operation operation = next(state, thread);
    int[] after = state.clone();
    after[thread]++;
    if (operation.kind == Kind.SIGNAL && asleep(state).length > 0) {
      wakeOne(after);
      return true;
    }
    boolean done =
        switch (operation.kind) {
          case LOAD, STORE, SET, GOTO, IF_NOT_ZERO -> access(after, thread, operation);
          case LOCK, UNLOCK, TRY_LOCK, DESTROY -> mutex(after, thread, operation);
          case READ_LOCK, WRITE_LOCK, TRY_READ_LOCK, TRY_WRITE_LOCK, UNLOCK_READ_WRITE ->
              readWrite(after, thread, operation);
          case ARRIVE, LEAVE -> meet(after, thread, operation);
          case BEGIN_ONCE, END_ONCE -> once(after, thread, operation);
          case ENLIST, SLEEP -> sleep(state, after, sleepers + thread, operation.kind);
          case SIGNAL, BROADCAST -> broadcast(after);
          case JOIN -> hasEnded(state, operation.on);
        };
    if (done) {
      add(after);
    }
    return done;
  }

  private boolean access(int[] state, int thread, Operation operation) {
    switch (operation.kind) {
      case LOAD -> state[registers + thread] = state[variables + operation.on];
      case STORE -> state[variables + operation.on] = state[registers + thread] + operation.with;
      case SET -> state[variables + operation.on] = operation.with;
      case GOTO -> state[thread] = operation.with;
      default -> {
        if (state[registers + thread] != 0) {
          state[thread] = operation.with;
        }
      }
    }
    return true;
  }

  private boolean mutex(int[] state, int thread, Operation operation) {
    int mutex = mutexes + operation.on;
    int holder = state[mutex];
    switch (operation.kind) {
      case LOCK -> {
        state[mutex] = thread + 1;
        return holder == 0;
      }
      case UNLOCK -> {
        fails |= holder != thread + 1;
        state[mutex] = 0;
      }
      case DESTROY -> {
        fails |= holder != 0;
        state[mutex] = DESTROYED;
      }
      default -> {
        fails |= holder == DESTROYED;
        if (holder == 0) {
          state[mutex] = thread + 1;
        } else {
          state[thread] = operation.with;
        }
      }
    }
    return true;
  }

  private boolean readWrite(int[] state, int thread, Operation operation) {
    int reads = state[readers + thread];
    boolean isRead = Arrays.stream(state, readers, readers + threads.size()).anyMatch(n -> n > 0);
    boolean isFree = state[writer] == 0;
    boolean gets =
        switch (operation.kind) {
          case READ_LOCK, TRY_READ_LOCK -> isFree;
          case WRITE_LOCK, TRY_WRITE_LOCK -> isFree && !isRead;
          default -> true;
        };
    switch (operation.kind) {
      case READ_LOCK, TRY_READ_LOCK -> state[readers + thread] += gets && reads < 3 ? 1 : 0;
      case WRITE_LOCK, TRY_WRITE_LOCK -> state[writer] = gets ? thread + 1 : state[writer];
      default -> {
        boolean writes = state[writer] == thread + 1;
        fails |= !writes && reads == 0;
        state[writer] = writes ? 0 : state[writer];
        state[readers + thread] -= !writes && reads > 0 ? 1 : 0;
      }
    }
    boolean tries = operation.kind == Kind.TRY_READ_LOCK || operation.kind == Kind.TRY_WRITE_LOCK;
    boolean isFull = operation.kind == Kind.TRY_READ_LOCK && reads == 3;
    if (tries && (!gets || isFull)) {
      state[thread] = operation.with;
    }
    return gets || tries;
  }

  private boolean meet(int[] state, int thread, Operation operation) {
    if (operation.kind == Kind.LEAVE) {
      boolean isOver = state[generation] != state[generations + thread];
      state[generations + thread] = 0;
      return isOver;
    }
    state[generations + thread] = state[generation];
    if (++state[arrived] == meeting) {
      state[arrived] = 0;
      state[generation]++;
    }
    return true;
  }

  /** What is done once is done by whoever comes first; the others wait for it. */
  private boolean once(int[] state, int thread, Operation operation) {
    boolean isDone = state[once + 1] == 1;
    if (operation.kind == Kind.END_ONCE) {
      state[once] = 0;
      state[once + 1] = 1;
    } else if (isDone) {
      state[thread] = operation.with;
    } else if (state[once] != 0) {
      return false;
    } else {
      state[once] = thread + 1;
    }
    return true;
  }

  /** Who has dozed off may wake by itself, or sleep fast until it is woken. */
  private boolean sleep(int[] state, int[] after, int self, Kind kind) {
    if (kind == Kind.SLEEP && state[self] == Sleep.DOZING.ordinal()) {
      int[] fast = state.clone();
      fast[self] = Sleep.FAST.ordinal();
      add(fast);
    }
    after[self] = (kind == Kind.SLEEP ? Sleep.AWAKE : Sleep.DOZING).ordinal();
    return state[self] != Sleep.FAST.ordinal();
  }

  /** Wakes one of the sleepers, whichever. */
  private void wakeOne(int[] after) {
    for (int each : asleep(after)) {
      int[] one = after.clone();
      one[each] = Sleep.WOKEN.ordinal();
      add(one);
    }
  }

  private boolean broadcast(int[] after) {
    for (int each : asleep(after)) {
      after[each] = Sleep.WOKEN.ordinal();
    }
    return true;
  }

  private int[] asleep(int[] state) {
    return IntStream.range(sleepers, sleepers + threads.size())
        .filter(i -> state[i] == Sleep.DOZING.ordinal() || state[i] == Sleep.FAST.ordinal())
        .toArray();
  }
}
