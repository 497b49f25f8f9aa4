// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.budget.Budget;
import dev.fencepost.collect.ByteRecords;
import dev.fencepost.collect.IntList;
import dev.fencepost.collect.RecordNotes;
import dev.fencepost.collect.Writer;
import dev.fencepost.transition.AcceptingSystem;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Threads that expand states ahead of a depth-first search, which takes the steps that they have
 * found where there are any, and expands a state itself where there are none. So it goes its way in
 * its order, whatever they have done.
 *
 * <p>Scouts add states to the search's store: states that are reachable, but that the search may
 * not have met.
 */
final class Scouts implements AutoCloseable {
  /** A scout rests when steps that wait take this part of the memory that states may take. */
  private static final int WAITING_SHARE = 8;

  /** Says that the search was in a state, so that its steps are of no use any more. */
  private static final int[] ENTERED = {};

  final ByteRecords states;
  private final Monitor monitor;
  private final long mostStates;
  private final long mostBytes = Budget.current().bytes();

  /** The steps that were found, by the state from which they lead. */
  private final RecordNotes<int[]> found = new RecordNotes<>();

  /** Blocks of states to expand, as writers give them; the newest are taken first. */
  private final IntList blocks = new IntList();

  /** The bytes of the steps that wait; by the scouts, and those taken, by the search alone. */
  private final AtomicLong waiting = new AtomicLong();

  private long taken;
  private final Crew crew = new Crew();
  private List<Scout> scouts = List.of();
  private volatile boolean over;

  Scouts(ByteRecords states, Monitor monitor, long mostStates) {
    this.states = states;
    this.monitor = monitor;
    this.mostStates = mostStates;
  }

  /** Sends out so many. */
  void start(int count, AcceptingSystem system, ConditionSets sets) {
    scouts = Stream.generate(() -> new Scout(this, system, sets.forThread())).limit(count).toList();
    scouts.forEach(crew::start);
  }

  /** The steps of a state that the search enters, from the last on, or null. */
  int @Nullable [] enter(int reference) {
    int[] steps = found.replace(reference, ENTERED);
    taken += steps == null ? 0 : bytes(steps);
    return steps;
  }

  /**
   * To be called by the search now and then: states that it has met are expanded, too.
   *
   * @return whether scouts are still of use
   */
  boolean feed(Writer writer) {
    waiting.addAndGet(-taken);
    taken = 0;
    add(writer);
    writer.giveWay();
    return !over;
  }

  /** Lets scouts expand the states that a writer has added. */
  void add(Writer writer) {
    synchronized (blocks) {
      writer.takeBlocks(blocks);
    }
  }

  /** Gives a block of states to expand, if there is one and steps may be kept. */
  boolean next(IntList block) {
    if (waiting.get() > mostBytes / WAITING_SHARE) {
      return false;
    }
    synchronized (blocks) {
      block.clear();
      if (blocks.isEmpty()) {
        return false;
      }
      int end = blocks.pop();
      block.add(blocks.pop());
      block.add(end);
      return true;
    }
  }

  boolean isWanted(int reference) {
    return found.get(reference) == null;
  }

  /** Keeps the steps of a state for the search; the bytes that they take. */
  long keep(int reference, int[] steps) {
    return found.add(reference, steps) ? bytes(steps) : 0;
  }

  /** To be called by a scout now and then, with the bytes of what it has kept. */
  void kept(long bytes) {
    waiting.addAndGet(bytes);
    if (states.size() > mostStates || monitor.bytes() + bytes() > mostBytes / 4 * 3) {
      end();
    }
  }

  /** The bytes of steps, with what the heap adds. */
  private static long bytes(int[] steps) {
    return (long) Integer.BYTES * steps.length + 2 * Long.BYTES;
  }

  /** The memory that this takes beside the store. */
  long bytes() {
    return found.bytes() + waiting.get();
  }

  boolean isOver() {
    return over;
  }

  /** Calls the scouts back. */
  void end() {
    over = true;
  }

  /** Whether a window bound has cut any step that was found. */
  boolean boundHit() {
    return scouts.stream().anyMatch(Scout::boundHit);
  }

  /** Calls the scouts back and waits for them; the caller must not have a writer open. */
  @Override
  public void close() {
    end();
    try (crew) {
      crew.await();
    }
  }
}
