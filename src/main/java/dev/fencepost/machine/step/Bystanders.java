// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

import dev.fencepost.collect.PairCache;
import dev.fencepost.ir.Program;
import dev.fencepost.machine.window.PackedState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * The threads that do not take a step, where loads run ahead. A step depends on them by the cells
 * that they may still write, and changes them by its writes: logs grow, links are lost. A reaction
 * is the local state of a thread after such writes. It is learnt from successors.
 */
final class Bystanders {
  private static final int MAX_BYTES = 1 << 26;

  private final Outlook.Finder finder;

  /** The writes of the steps that are computed. */
  final WriteNotes notes;

  /** Whether data races are looked for. */
  private final BooleanSupplier races;

  private final PairCache outlooks = new PairCache(MAX_BYTES);
  private final PairCache reactions = new PairCache(MAX_BYTES);
  private final PairCache.Record record = new PairCache.Record();

  /** Outlooks by number. */
  private final Map<Outlook, Integer> numbers = new HashMap<>();

  private final List<Outlook> all = new ArrayList<>();

  private PackedState state = new PackedState();
  private final int[] before = new int[Program.MAX_THREADS];
  private final int[] after = new int[Program.MAX_THREADS];

  /** Per thread, where its local state after the step begins among the reactions, or -1. */
  private final int[] places = new int[Program.MAX_THREADS];

  /** What the step of a thread depends on beside its local state. */
  private final PairCache.Record context = new PairCache.Record();

  Bystanders(Outlook.Finder finder, BooleanSupplier races, WriteNotes notes) {
    this.notes = notes;
    this.finder = finder;
    this.races = races;
    outlooks.setFirst(context.bytes(), 0, 0);
  }

  /** A state is about to be expanded. */
  void begin(PackedState expanded) {
    state = expanded;
    for (int number = 0; number < state.threadCount; number++) {
      before[number] = outlook(state, number);
    }
  }

  /** The number of the outlook of a thread. */
  int outlook(PackedState of, int number) {
    int start = of.threadStart(number);
    int length = of.threadEnd[number] - start;
    int place = outlooks.find(number, of.bytes, start, length);
    if (place != PairCache.ABSENT) {
      return outlooks.intAt(place);
    }
    Outlook found = finder.find(of, number);
    Integer known = numbers.get(found);
    int outlook = known == null ? all.size() : known;
    if (known == null) {
      numbers.put(found, outlook);
      all.add(found);
    }
    record.clear();
    record.putInt(outlook);
    outlooks.add(number, of.bytes, start, length, record);
    return outlook;
  }

  /** Makes memory and what the other threads may write the first part of a key. */
  void setContext(int number, PairCache steps) {
    context.clear();
    for (int other = 0; other < state.threadCount; other++) {
      context.putInt(other == number ? 0 : all.get(before[other]).writesNumber());
    }
    context.put(state.bytes, state.memoryStart, state.memoryEnd - state.memoryStart);
    steps.setFirst(context.bytes(), 0, context.size());
  }

  /** What a step makes of a state. */
  enum Outcome {
    /** The reactions are known, and there is nothing else. */
    KNOWN,
    /** The step is to be taken anew. */
    UNKNOWN,
    /** Two threads must both be the next to write one cell: the run is dropped. */
    DROPPED
  }

  /**
   * Looks for the reactions to the writes of a step.
   *
   * @param outlook that of the thread after its step
   * @param bytes where the writes lie
   */
  Outcome react(int number, int outlook, byte[] bytes, int start, int length) {
    System.arraycopy(before, 0, after, 0, state.threadCount);
    after[number] = outlook;
    reactions.setFirst(bytes, start, length);
    for (int other = 0; other < state.threadCount; other++) {
      places[other] = -1;
      if (other != number && length > 0) {
        int from = state.threadStart(other);
        int place = reactions.find(other, state.bytes, from, state.threadEnd[other] - from);
        if (place == PairCache.ABSENT) {
          return Outcome.UNKNOWN;
        }
        after[other] = reactions.intAt(place);
        places[other] = place + Integer.BYTES;
      }
    }
    return judge(number);
  }

  private Outcome judge(int number) {
    Outcome outcome = Outcome.KNOWN;
    boolean looksForRaces = races.getAsBoolean();
    for (int thread = 0; thread < state.threadCount; thread++) {
      Outlook own = all.get(after[thread]);
      for (int other = 0; other < thread; other++) {
        Outlook its = all.get(after[other]);
        if (looksForRaces && (own.races(its) || its.races(own))) {
          return Outcome.UNKNOWN;
        }
        outcome = own.must().intersects(its.must()) ? Outcome.DROPPED : outcome;
      }
      if (thread != number && isQuieted(thread, own)) {
        return Outcome.UNKNOWN;
      }
    }
    return outcome;
  }

  /** Whether a load waits for a cell that no other thread will write any more. */
  private boolean isQuieted(int thread, Outlook own) {
    for (int cell = own.awaited().nextSetBit(0);
        cell >= 0;
        cell = own.awaited().nextSetBit(cell + 1)) {
      boolean written = false;
      for (int other = 0; other < state.threadCount; other++) {
        written |= other != thread && all.get(after[other]).writes().get(cell);
      }
      if (!written) {
        return true;
      }
    }
    return false;
  }

  /** The most bytes that the other threads can take after the step. */
  int bound(int number) {
    int bound = 0;
    for (int other = 0; other < state.threadCount; other++) {
      bound += places[other] < 0 || other == number ? 0 : reactions.intAt(places[other]);
    }
    return bound;
  }

  /** Writes the local state of a thread after the step; gives the end. */
  int write(int thread, byte[] target, int at) {
    boolean changed = places[thread] >= 0;
    byte[] from = changed ? reactions.bytes() : state.bytes;
    int start = changed ? places[thread] + Integer.BYTES : state.threadStart(thread);
    int length =
        changed
            ? reactions.intAt(places[thread])
            : state.threadEnd[thread] - state.threadStart(thread);
    System.arraycopy(from, start, target, at, length);
    return at + length;
  }

  /** Learns the reactions to the writes of a successor by a thread. */
  void learn(int number, PackedState successor, int note) {
    int length = notes.length(note);
    for (int other = 0; other < state.threadCount && length > 0; other++) {
      int from = state.threadStart(other);
      int size = state.threadEnd[other] - from;
      reactions.setFirst(notes.bytes(), notes.start(note), length);
      if (other != number && reactions.find(other, state.bytes, from, size) == PairCache.ABSENT) {
        int outlook = outlook(successor, other);
        int changed = successor.threadStart(other);
        record.clear();
        record.putInt(outlook);
        record.putInt(successor.threadEnd[other] - changed);
        record.put(successor.bytes, changed, successor.threadEnd[other] - changed);
        reactions.add(other, state.bytes, from, size, record);
      }
    }
  }
}
