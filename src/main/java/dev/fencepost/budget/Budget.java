// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.budget;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * What a piece of work may use: time, memory, and whether it is still wanted. Every loop whose
 * length the input decides asks {@link #ask}, which ends the work with {@link OutOfBudget}.
 *
 * <p>A budget belongs to a thread while it runs the work, and to the threads that it starts
 * meanwhile. It is not passed as a parameter: such loops are in every room.
 */
public final class Budget {
  private static final ThreadLocal<Budget> CURRENT =
      new InheritableThreadLocal<>() {
        @Override
        protected Budget initialValue() {
          return unlimited();
        }
      };

  private static final long NEVER = Long.MAX_VALUE;
  private static final Duration FOR_EVER = Duration.ofDays(10_000);

  /** The part of the heap that states may take when nothing else is said. */
  private static final double HEAP_SHARE = 0.7;

  /** What all else than states may take where their memory is limited. */
  private static final long BESIDE = 256L << 20;

  /** A question in so many looks at the clock. */
  private static final int LOOK_EVERY = 64;

  private final LongSupplier clock;
  private final HeapWatch heap;
  private final BooleanSupplier stop;
  private final long deadline;
  private final Memory memory;

  /** Approximate: threads share it without synchronisation. */
  private int questions;

  /** A budget without a deadline. */
  Budget(LongSupplier clock) {
    this(clock, new HeapWatch(), () -> false, NEVER, new Memory(usualBytes(), 1, HeapWatch.full()));
  }

  private Budget(
      LongSupplier clock, HeapWatch heap, BooleanSupplier stop, long deadline, Memory memory) {
    this.clock = clock;
    this.heap = heap;
    this.stop = stop;
    this.deadline = deadline;
    this.memory = memory;
  }

  /**
   * The memory of a budget.
   *
   * @param states the bytes that the states of one piece of work may take
   * @param works how many pieces of work there are at a time
   * @param heap the bytes that all live objects may take
   */
  private record Memory(long states, int works, long heap) {}

  /** What can end a piece of work. */
  public enum Limit {
    TIME,
    /** It holds more than it may. */
    MEMORY,
    /** The heap of the process is nearly full. */
    HEAP,
    /** Somebody asked for it. */
    REQUEST
  }

  /** Work that may fail. */
  @FunctionalInterface
  public interface Work<T, E extends Exception> {
    T run() throws E;
  }

  /** A budget without limits, for what is done once for all. */
  public static Budget unlimited() {
    return new Budget(System::nanoTime);
  }

  /** The budget of this thread; without limits where none was given. */
  public static Budget current() {
    return CURRENT.get();
  }

  /** This budget, with this time from now on where it has more. */
  public Budget withTime(Duration time) {
    long end = time.compareTo(FOR_EVER) >= 0 ? NEVER : clock.getAsLong() + time.toNanos();
    boolean sooner = end != NEVER && (deadline == NEVER || end - deadline < 0);
    return new Budget(clock, heap, stop, sooner ? end : deadline, memory);
  }

  /** This budget without a deadline: for what is short and makes the work worth something. */
  public Budget withoutTime() {
    return new Budget(clock, heap, stop, NEVER, memory);
  }

  /** This budget, which no request ends: for what makes work worth something that was stopped. */
  public Budget withoutStop() {
    return new Budget(clock, heap, () -> false, deadline, memory);
  }

  /** This budget, with room for so many bytes where it has more. */
  public Budget withBytes(long most) {
    if (most >= memory.states) {
      return this;
    }
    long all = Math.min(memory.heap, most * memory.works + BESIDE);
    return new Budget(clock, heap, stop, deadline, new Memory(most, memory.works, all));
  }

  /** The budget of each of some pieces of work that are done side by side. */
  public Budget sharedBy(int works) {
    Memory part = new Memory(memory.states / works, memory.works * works, memory.heap);
    return new Budget(clock, heap, stop, deadline, part);
  }

  /** This budget, which also ends when somebody asks for it. */
  public Budget withStop(BooleanSupplier request) {
    BooleanSupplier earlier = stop;
    return new Budget(
        clock, heap, () -> earlier.getAsBoolean() || request.getAsBoolean(), deadline, memory);
  }

  /** Does some work within this budget. */
  public <T, E extends Exception> T run(Work<T, E> work) throws E {
    Budget before = CURRENT.get();
    CURRENT.set(this);
    try {
      return work.run();
    } finally {
      CURRENT.set(before);
    }
  }

  /** The bytes that states may take. */
  public long bytes() {
    return memory.states;
  }

  /** What states may take of the heap when nothing else is said. */
  public static long usualBytes() {
    return (long) (Runtime.getRuntime().maxMemory() * HEAP_SHARE);
  }

  /** The limit that was reached, if any. */
  public Optional<Limit> reached() {
    long now = clock.getAsLong();
    if (stop.getAsBoolean()) {
      return Optional.of(Limit.REQUEST);
    }
    if (deadline != NEVER && now - deadline >= 0) {
      return Optional.of(Limit.TIME);
    }
    if (heap.exceeds(memory.heap, now)) {
      return Optional.of(memory.heap < HeapWatch.full() ? Limit.MEMORY : Limit.HEAP);
    }
    return Optional.empty();
  }

  /**
   * Asks whether the work of this thread may go on; to be called in every round of a loop, for it
   * costs little.
   *
   * @throws OutOfBudget if it may not
   */
  public static void ask() {
    Budget budget = CURRENT.get();
    if ((++budget.questions & (LOOK_EVERY - 1)) == 0) {
      budget.require();
    }
  }

  /**
   * Asks only whether somebody wants this thread's work to end.
   *
   * @throws OutOfBudget if so
   */
  public static void askToGoOn() {
    if (CURRENT.get().stop.getAsBoolean()) {
      throw new OutOfBudget(Limit.REQUEST);
    }
  }

  /** Asks now, for those who count their work themselves. */
  public static void look() {
    CURRENT.get().require();
  }

  /** Asks for a buffer of so many bytes. */
  public static void askFor(long size) {
    Budget budget = CURRENT.get();
    if (size > budget.memory.states) {
      throw new OutOfBudget(Limit.MEMORY);
    }
    budget.require();
  }

  private void require() {
    Optional<Limit> reached = reached();
    if (reached.isPresent()) {
      throw new OutOfBudget(reached.get());
    }
  }
}
