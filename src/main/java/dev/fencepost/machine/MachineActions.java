// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.transition.ActionSystem.ActionGenerator;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import dev.fencepost.transition.WrappedGenerator;

/**
 * The machine's actions, for reductions: the step of an instance that may go, to one memory where
 * memories differ, and the step of a thread at fetch. A mutex that is held, or an atomic block that
 * cannot be taken, is an action that is not possible now.
 *
 * <p>Footprints of actions are exact. What a thread may do later are the instances of its window
 * that may not go yet, with their cells where they are known, and all that its code may access from
 * the position of fetch on. Instances of one thread conflict by {@link WindowConflicts}.
 */
final class MachineActions extends WrappedGenerator<MachineGenerator> implements ActionGenerator {
  private static final long POSITION_PROGRESS = 1L << 12;
  private static final long END_PROGRESS = 1L << 44;

  private final ProgramCode program;
  private final State current;
  private final PackedState origin = new PackedState();
  private final State weighed;
  private final PackedState weighedOrigin = new PackedState();
  private final Futures futures;
  private final ActionList actions;
  private final ActionFinder finder;
  private final WindowConflicts windows;

  MachineActions(RelaxedMachine machine, Futures futures) {
    super(new MachineGenerator(machine, null));
    program = machine.program;
    this.futures = futures;
    current = new State(program);
    weighed = new State(program);
    actions = new ActionList(futures.words);
    finder = new ActionFinder(program, machine.rules, futures, generator.local.operands, actions);
    windows = new WindowConflicts(program, machine.rules, futures, actions);
  }

  @Override
  public int read(byte[] bytes, int offset, int length) {
    generator.codec.unpack(bytes, offset, current, origin);
    return finder.find(current);
  }

  @Override
  public int actor(int action) {
    return actions.actor[action];
  }

  @Override
  public boolean isVisible(int action) {
    return futures.isVisible(actions.writes[action]);
  }

  @Override
  public long conflicting(int action) {
    long bits = 0;
    int actor = actions.actor[action];
    for (int other = 0; other < actions.count; other++) {
      boolean conflict =
          actions.actor[other] == actor
              ? other != action && windows.conflict(current.threads[actor], action, other)
              : actions.conflict(action, other);
      bits |= conflict ? 1L << other : 0;
    }
    return bits;
  }

  @Override
  public int disturbing(int action) {
    int bits = 0;
    int actor = actions.actor[action];
    for (int number = 0; number < current.threadCount; number++) {
      ThreadState thread = current.threads[number];
      boolean disturbs =
          !thread.ended
              && (number == actor
                  ? windows.conflictsLater(current, number, action)
                  : actions.conflicts(
                      action,
                      finder.laterReads[number],
                      finder.laterWrites[number],
                      current.memoryOf(number)));
      bits |= disturbs ? 1 << number : 0;
    }
    return bits;
  }

  @Override
  public int awaited(int actor) {
    int joined = finder.joinedBy(current, actor);
    return joined == ActionFinder.NOBODY ? 0 : 1 << joined;
  }

  @Override
  public void successors(long chosen, Successors out) throws LimitException {
    out.clear();
    generator.emitter.writeTo(out);
    for (long rest = chosen; rest != 0; rest &= rest - 1) {
      int action = Long.numberOfTrailingZeros(rest);
      int number = actions.actor[action];
      int index = actions.index[action];
      if (index == ActionList.AT_FETCH) {
        generator.visible.stepAtFetch(current, number);
      } else if (actions.target[action] == ActionList.ALL_MEMORIES) {
        generator.visible.step(current, number, index);
      } else {
        generator.visible.plain.reflectTo(current, number, index, actions.target[action]);
      }
    }
  }

  @Override
  public long progress(byte[] bytes, int offset, int length) {
    generator.codec.unpack(bytes, offset, weighed, weighedOrigin);
    long sum = 0;
    for (int number = 0; number < weighed.threadCount; number++) {
      sum += progress(weighed.threads[number]);
    }
    return sum;
  }

  /** Further on in the code is more, and with less under way is more; an end is most. */
  private static long progress(ThreadState thread) {
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
