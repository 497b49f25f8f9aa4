// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.collect.Cursor;
import dev.fencepost.collect.NumberWriter;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.collect.WordLayout;
import dev.fencepost.collect.Writer;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.TransitionSystem.LimitException;
import dev.fencepost.transition.WordSteps;

/** One thread's part of a search. */
final class Worker {
  /** The parent of initial states, and the state before them. */
  static final int NO_STATE = -1;

  /** In place of an index, where a state and no step is the violation. */
  static final int STATE_ITSELF = -1;

  /** More states than this are not expanded before what they lead to is added. */
  static final int MOST_AHEAD = 32;

  private static final int CHECK_EVERY = 64;

  private final Generator generator;
  private final Writer writer;
  private final Monitor monitor;
  private final boolean exhaustive;
  private final boolean endsAllowed;

  /** States that were expanded, and what was found; their order is that of the frontier. */
  private final Cursor[] states = new Cursor[MOST_AHEAD];

  private final Successors[] found = new Successors[MOST_AHEAD];

  /** For each of them, how many records waited in the writer when it was expanded. */
  private final int[] stagedEnds = new int[MOST_AHEAD];

  /** The same where states are words: null, or what takes their steps; and whether it did. */
  private final WordSteps words;

  private final NumberWriter numbers;
  private final long[] wordStates = new long[MOST_AHEAD];
  private final boolean[] asWords = new boolean[MOST_AHEAD];
  private int fresh;

  private Frontier frontier;
  private int untilCheck = CHECK_EVERY;
  private long transitions;
  private boolean violates;
  private boolean settled;
  private int violator;
  private int violatingIndex;

  Worker(Generator generator, Writer writer, Monitor monitor, SearchOptions options) {
    exhaustive = options.exhaustive();
    endsAllowed = options.endsAllowed();
    this.generator = generator;
    this.writer = writer;
    this.monitor = monitor;
    numbers = writer instanceof NumberWriter n ? n : null;
    words = numbers == null ? null : generator.words();
    makeRoom(0);
  }

  /** Small searches never look far ahead. */
  private void makeRoom(int index) {
    if (states[index] == null) {
      states[index] = new Cursor();
      found[index] = new Successors();
    }
  }

  /** Takes its states from here from now on, and puts new ones there. */
  void use(Frontier share) {
    frontier = share;
  }

  /** Whether it has nothing left to do with its frontier. */
  boolean isDone() {
    return settled || frontier.isEmpty();
  }

  /** Adds the initial states. */
  void start() {
    guarded(
        () -> {
          generator.initial(found[0]);
          writer.clearStaged();
          stage(found[0]);
          follow(NO_STATE, found[0], 0);
          transitions = 0;
        });
  }

  /**
   * Expands states until the frontier has none left, or the monitor says stop or pause, or a state
   * itself is violating; after a pause it goes on. A violating step does not end the search but its
   * growth: only states that are known by then are still looked at, for if one of them is
   * violating, the run to it is shorter, or as long and with lesser indices. An exhaustive search
   * goes on.
   */
  void run() {
    guarded(
        () -> {
          boolean more = true;
          while (more && !settled && monitor.goesOn()) {
            more = round() && !monitor.pauses();
          }
        });
  }

  /**
   * Expands some states and adds what they lead to, in their order. Memory is what a search waits
   * for: where the new states will be is looked at for all of them before any is added.
   *
   * @return whether the frontier had a state
   */
  private boolean round() throws LimitException {
    int most = take();
    WordLayout layout = null;
    if (words != null) {
      layout = numbers.layout();
      words.expect(wordStates, most, layout);
    }
    int count = 0;
    LimitException limit = null;
    writer.clearStaged();
    while (count < most && limit == null && goesOn()) {
      try {
        expand(count, layout);
        count++;
      } catch (LimitException e) {
        limit = e;
      }
    }
    writer.approach();
    int staged = 0;
    fresh = 0;
    for (int i = 0; i < count && !settled; i++) {
      if (asWords[i]) {
        followWords(states[i].reference(), staged, stagedEnds[i]);
      } else if (found[i].count() == 0) {
        runEnds(states[i], found[i]);
      } else {
        follow(states[i].reference(), found[i], staged);
      }
      staged = stagedEnds[i];
    }
    if (limit != null) {
      throw limit;
    }
    return most > 0;
  }

  /** Takes some states from the frontier; how many. */
  private int take() {
    int most = frontier.ahead();
    int count = 0;
    makeRoom(0);
    while (count < most && frontier.next(states[count])) {
      wordStates[count] = states[count].word();
      count++;
      if (count < most) {
        makeRoom(count);
      }
    }
    return count;
  }

  /** Stages what a state leads to: from word to word where that can be done. */
  private void expand(int index, WordLayout layout) throws LimitException {
    asWords[index] =
        words != null && numbers.layout() == layout && words.successors(index, numbers.staged());
    if (!asWords[index]) {
      Cursor state = states[index];
      generator.successors(state.bytes(), state.offset(), state.length(), found[index]);
      stage(found[index]);
    }
    stagedEnds[index] = writer.stagedCount();
  }

  /** What a violating step leads to is not added: it must not count as having come up. */
  private void stage(Successors successors) throws LimitException {
    for (int i = 0; i < successors.count(); i++) {
      int length = successors.length(i);
      if (length > RecordSet.MAX_LENGTH) {
        throw new LimitException("a state takes " + length + " bytes");
      }
      if (successors.code(i) == Successors.FINE) {
        writer.stage(successors.bytes(), successors.start(i), length);
      }
    }
  }

  private void follow(int parent, Successors successors, int staged) {
    int next = staged;
    for (int i = 0; i < successors.count() && (exhaustive || !violates); i++) {
      transitions++;
      if (successors.code(i) != Successors.FINE) {
        violated(parent, i);
        continue;
      }
      if (!keeps(writer.addStaged(next++, parent))) {
        return;
      }
    }
  }

  private void followWords(int parent, int from, int end) {
    if (violates && !exhaustive) {
      return;
    }
    transitions += end - from;
    while (numbers.fresh(fresh) < from) {
      fresh++;
    }
    while (numbers.fresh(fresh) < end) {
      if (!keeps(writer.addStaged(numbers.fresh(fresh), parent))) {
        return;
      }
      fresh++;
    }
  }

  /** A state was added, or was known; not where there is no room for it. */
  private boolean keeps(int added) {
    if (added == RecordSet.FULL) {
      monitor.stop(Limit.MEMORY, "");
      return false;
    }
    if (added != RecordSet.PRESENT) {
      frontier.push(added);
    }
    return true;
  }

  private void runEnds(Cursor state, Successors successors) {
    if (successors.terminalCode() != Successors.FINE && !endsAllowed) {
      violated(state.reference(), STATE_ITSELF);
      settled = !exhaustive;
    } else if (successors.terminal() == Successors.Terminal.END) {
      monitor.endState(state);
    }
  }

  private void violated(int reference, int index) {
    violates = true;
    violator = reference;
    violatingIndex = index;
    monitor.violationFound();
  }

  private boolean goesOn() {
    if (--untilCheck == 0) {
      untilCheck = CHECK_EVERY;
      monitor.check(CHECK_EVERY);
    }
    return monitor.goesOn();
  }

  private interface Work {
    void run() throws LimitException;
  }

  /** Nothing that ends one worker leaves the others running or the set locked. */
  private void guarded(Work work) {
    boolean returned = false;
    writer.open();
    try {
      work.run();
      returned = true;
    } catch (LimitException e) {
      monitor.stop(Limit.SYSTEM, e.getMessage());
      returned = true;
    } catch (OutOfMemoryError e) {
      monitor.stop(Limit.HEAP, "");
      returned = true;
    } finally {
      writer.close();
      if (!returned) {
        monitor.stop(Limit.REQUEST, "");
      }
    }
  }

  Generator generator() {
    return generator;
  }

  Writer writer() {
    return writer;
  }

  long transitions() {
    return transitions;
  }

  boolean found() {
    return violates;
  }

  /** The state that is violating, or whose step is. */
  int violator() {
    return violator;
  }

  /** The index of the violating step, or {@link #STATE_ITSELF}. */
  int violatingIndex() {
    return violatingIndex;
  }
}
