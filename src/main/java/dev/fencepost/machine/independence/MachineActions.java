// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.independence;

import dev.fencepost.collect.PairCache;
import dev.fencepost.ir.Program;
import dev.fencepost.machine.independence.Futures.Place;
import dev.fencepost.machine.step.CompiledMachine;
import dev.fencepost.machine.step.MachineGenerator;
import dev.fencepost.machine.step.Observer;
import dev.fencepost.machine.window.PackedState;
import dev.fencepost.machine.window.ProgramCode;
import dev.fencepost.machine.window.State;
import dev.fencepost.machine.window.ThreadState;
import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.ActionSystem.ActionGenerator;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import dev.fencepost.transition.WrappedGenerator;
import java.util.ArrayList;
import java.util.List;

/**
 * The machine's actions, for reductions: the step of an instance that may go, to one memory where
 * memories differ, and the step of a thread at fetch. A mutex that is held, or an atomic block that
 * cannot be taken, is an action that is not possible now.
 *
 * <p>Footprints of actions are exact. What a thread may do later are the instances of its window
 * that may not go yet, with their cells where they are known, and all that its code may access from
 * the position of fetch on. Instances of one thread conflict by {@link WindowConflicts}. All this
 * is found for one thread at a time and memoised: {@link ThreadActions}.
 */
public final class MachineActions extends WrappedGenerator<MachineGenerator>
    implements ActionGenerator {
  private static final long POSITION_PROGRESS = 1L << 12;
  private static final long END_PROGRESS = 1L << 44;

  /** With so many local states the memo table is dropped. */
  private static final int MOST_MEMOISED = 1 << 16;

  private static final int MAX_BYTES = 1 << 25;

  private final ProgramCode program;
  private final Futures futures;
  private final ActionFinder finder;

  /** A state of which one thread is there. */
  private final State alone;

  private final PackedState weighed = new PackedState();

  /** From packed threads to their places in the list of what was found. */
  private PairCache places = new PairCache(MAX_BYTES);

  private final List<ThreadActions> memoised = new ArrayList<>();
  private final PairCache.Record record = new PairCache.Record();

  /** Per thread, what was found last: from one state to the next most threads stay as they are. */
  private final ThreadActions[] latest = new ThreadActions[Program.MAX_THREADS];

  private int threadCount;
  private final ThreadActions[] threads = new ThreadActions[Program.MAX_THREADS];

  /** Per thread, the number of its first action. */
  private final int[] first = new int[Program.MAX_THREADS];

  private final int[] actor = new int[ActionSystem.MAX_ACTIONS];

  public MachineActions(CompiledMachine machine, Futures futures) {
    super(new MachineGenerator(machine, Observer.NONE));
    program = machine.program;
    this.futures = futures;
    alone = new State(program);
    finder = new ActionFinder(machine, futures, generator.local.operands);
  }

  @Override
  public int read(byte[] bytes, int offset, int length) {
    PackedState state = generator.read(bytes, offset);
    if (state.undecided) {
      return ActionSystem.MAX_ACTIONS + 1;
    }
    int count = 0;
    threadCount = state.threadCount;
    for (int number = 0; number < threadCount; number++) {
      ThreadActions thread = find(state, number);
      if (!thread.complete || count + thread.actions.length > ActionSystem.MAX_ACTIONS) {
        return ActionSystem.MAX_ACTIONS + 1;
      }
      threads[number] = thread;
      first[number] = count;
      for (int i = 0; i < thread.actions.length; i++) {
        actor[count++] = number;
      }
    }
    for (int number = 0; number < threadCount; number++) {
      Place starting = threads[number].starting;
      if (starting != null) {
        includeStartsAfter(number, starting);
      }
    }
    return count;
  }

  /** What a thread of a state brings to its actions. */
  private ThreadActions find(PackedState state, int number) {
    int start = state.threadStart(number);
    int end = state.threadEnd[number];
    ThreadActions found = latest[number];
    if (found == null || !found.isOf(state, start, end)) {
      found = look(state, number, start, end - start);
      latest[number] = found;
    }
    return found;
  }

  private ThreadActions look(PackedState state, int number, int start, int length) {
    int key = number + Program.MAX_THREADS * state.threadCount;
    int place = places.find(key, state.bytes, start, length);
    if (place != PairCache.ABSENT) {
      return memoised.get(places.intAt(place));
    }
    if (memoised.size() == MOST_MEMOISED) {
      memoised.clear();
      places = new PairCache(MAX_BYTES);
    }
    alone.threadCount = state.threadCount;
    generator.codec.unpack(state.bytes, start, alone.fresh(number));
    ThreadActions found = finder.find(alone, number, state);
    record.clear();
    record.putInt(memoised.size());
    memoised.add(found);
    places.add(key, state.bytes, start, length, record);
    return found;
  }

  /**
   * A step with which a thread ends also lets those go on that wait for it, and those that wait for
   * them: they may start others in that same step. Where stores are reflected without a step, any
   * step may be the one with which a thread ends.
   */
  private void includeStartsAfter(int waiting, Place place) {
    if (!program.shared) {
      for (int number = 0; number < threadCount; number++) {
        threads[number] = threads[number].followedBy(place);
      }
      return;
    }
    int seen = 1 << waiting;
    int joined = threads[waiting].joined;
    while (joined != ThreadActions.NOBODY && (seen >>> joined & 1) == 0) {
      threads[joined] = threads[joined].followedBy(place);
      seen |= 1 << joined;
      joined = threads[joined].joined;
    }
  }

  private Action action(int action) {
    int number = actor[action];
    return threads[number].actions[action - first[number]];
  }

  @Override
  public int actor(int action) {
    return actor[action];
  }

  @Override
  public boolean isVisible(int action) {
    return futures.isVisible(action(action).own().writes);
  }

  @Override
  public long conflicting(int action) {
    long bits = 0;
    for (int number = 0; number < threadCount; number++) {
      if (threads[number].actions.length > 0) {
        long some =
            number == actor[action]
                ? threads[number].conflicting[action - first[number]]
                : threads[number].conflictingWith(action(action));
        bits |= some << first[number];
      }
    }
    return bits;
  }

  @Override
  public int disturbing(int action) {
    int bits = 0;
    for (int number = 0; number < threadCount; number++) {
      boolean disturbs =
          !threads[number].ended
              && (number == actor[action]
                  ? (threads[number].disturbed >>> action - first[number] & 1) != 0
                  : threads[number].conflictsLater(action(action), alone.memoryOf(number)));
      bits |= disturbs ? 1 << number : 0;
    }
    return bits;
  }

  @Override
  public int awaited(int number) {
    int joined = threads[number].joined;
    int bits = joined == ThreadActions.NOBODY ? 0 : 1 << joined;
    for (int other = 0; other < threadCount; other++) {
      boolean writes = other != number && threads[number].readsEarly(threads[other]);
      bits |= writes ? 1 << other : 0;
    }
    return bits;
  }

  @Override
  public void successors(long chosen, Successors out) throws LimitException {
    out.clear();
    for (long rest = chosen; rest != 0; rest &= rest - 1) {
      int action = Long.numberOfTrailingZeros(rest);
      generator.step(actor[action], action(action).index(), action(action).target(), out);
    }
  }

  @Override
  public long progress(byte[] bytes, int offset, int length) {
    generator.codec.locate(bytes, offset, weighed);
    long sum = 0;
    for (int number = 0; number < weighed.threadCount; number++) {
      sum += find(weighed, number).progress;
    }
    return sum;
  }

  /** Further on in the code is more, and with less under way is more; an end is most. */
  static long progress(ThreadState thread) {
    if (thread.ended) {
      return END_PROGRESS;
    }
    int pending = 0;
    for (int i = 0; i < thread.count; i++) {
      pending += Integer.SIZE - Integer.bitCount(thread.reflected[i]);
    }
    return thread.pc * POSITION_PROGRESS - Math.min(pending, POSITION_PROGRESS - 1);
  }
}
