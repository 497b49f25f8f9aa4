// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.collect.Writer;
import dev.fencepost.explore.EndCounts;
import dev.fencepost.transition.Expander;
import dev.fencepost.transition.Expansion;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Expands pages of a level to sorted candidates. For one thread.
 *
 * <p>Successors are gathered up to some memory, sorted and saved as a run, again and again.
 */
final class Expansions {
  private static final int BATCH = 32;

  /** A batch in so many looks at the limits. */
  private static final int CHECK_EVERY = 16;

  private final Expander expander;
  private final RunStore store;
  private final Control control;
  private final boolean endsAllowed;
  private final long mostBytes;
  private final BooleanSupplier overflow;
  private final Expansion[] batch = new Expansion[BATCH];
  private final PageBuffer buffer = new PageBuffer();
  private final Keys page;
  private final Keys gathered;
  private List<Run> runs = new ArrayList<>();
  private int batches;

  private long expanded;
  private long transitions;
  private long ended;
  private final TreeMap<Integer, Long> waiting = new TreeMap<>();
  private boolean badStep;
  private boolean badState;

  /**
   * @param kind an empty list of states
   */
  Expansions(Expander expander, Keys kind, RunStore store, Control control, Limits limits) {
    this.expander = expander;
    this.store = store;
    this.control = control;
    endsAllowed = limits.endsAllowed();
    mostBytes = limits.gatheredBytes();
    overflow = limits.overflow();
    page = kind.another();
    gathered = kind.another();
    for (int i = 0; i < BATCH; i++) {
      batch[i] = new Expansion();
    }
  }

  /**
   * What is fixed for all threads.
   *
   * @param endsAllowed whether no state without successors is a violation
   * @param gatheredBytes the memory for what one thread gathers
   * @param overflow whether a state has no room in a word
   */
  record Limits(boolean endsAllowed, long gatheredBytes, BooleanSupplier overflow) {}

  /** Takes what is wanted of an expansion. */
  @FunctionalInterface
  interface Choice {
    /**
     * Whether the expanded state itself is gathered.
     *
     * @param from the index of its first staged successor
     */
    boolean takes(Expansion found, Writer writer, int from);
  }

  /** Gathers the initial states. */
  Expansion initial() throws LimitException {
    Writer writer = expander.writer();
    writer.open();
    try {
      writer.clearStaged();
      expander.initial(batch[0]);
      if (overflow.getAsBoolean()) {
        throw new LimitException("a state has no room in a word");
      }
      for (int i = 0; i < batch[0].stagedEnd(); i++) {
        gathered.add(writer, i);
      }
      save();
    } finally {
      writer.close();
    }
    return batch[0];
  }

  /** Expands pages as long as there are any, and gathers their successors. */
  void expand(Run level, AtomicInteger next) throws LimitException {
    run(level, next, this::gather);
  }

  /** Expands pages as long as there are any, and gathers the states that are chosen. */
  void choose(Run level, AtomicInteger next, Choice choice) throws LimitException {
    run(
        level,
        next,
        (index, found, from) -> {
          if (choice.takes(found, expander.writer(), from)) {
            gathered.add(page, index, index + 1);
          }
        });
  }

  /** Looks at a state of the page and its expansion. */
  private interface Look {
    void at(int index, Expansion found, int from);
  }

  private void run(Run level, AtomicInteger next, Look look) throws LimitException {
    Writer writer = expander.writer();
    writer.open();
    try (Run.Reader reader = level.open()) {
      int number = next.getAndIncrement();
      while (number < level.pages() && control.goesOn()) {
        reader.read(number, buffer);
        page.clear();
        page.read(buffer, level.form());
        expandPage(look);
        number = next.getAndIncrement();
      }
      save();
    } finally {
      writer.close();
    }
  }

  private void expandPage(Look look) throws LimitException {
    Writer writer = expander.writer();
    for (int first = 0; first < page.size() && goesOn(); first += BATCH) {
      int count = Math.min(BATCH, page.size() - first);
      page.follow();
      writer.clearStaged();
      for (int i = 0; i < count; i++) {
        page.point(first + i, batch[i].state());
      }
      expander.expect(batch, count);
      for (int i = 0; i < count; i++) {
        expander.expand(i);
      }
      if (overflow.getAsBoolean()) {
        throw new LimitException("a state has no room in a word");
      }
      page.follow();
      writer.approach();
      int from = 0;
      for (int i = 0; i < count; i++) {
        count(batch[i]);
        look.at(first + i, batch[i], from);
        from = batch[i].stagedEnd();
      }
      if (gathered.bytes() > mostBytes) {
        save();
      }
    }
  }

  private boolean goesOn() {
    expander.writer().giveWay();
    return ++batches % CHECK_EVERY == 0 ? control.check() : control.goesOn();
  }

  private void gather(int index, Expansion found, int from) {
    Writer writer = expander.writer();
    int end = found.steps() == 0 ? from : found.stagedEnd();
    for (int i = writer.nextNew(from); i < end; i = writer.nextNew(i + 1)) {
      gathered.add(writer, i);
    }
  }

  private void count(Expansion found) {
    expanded++;
    transitions += found.steps();
    badStep |= isBadStep(found);
    if (found.steps() > 0) {
      return;
    }
    if (isBadState(found, endsAllowed)) {
      badState = true;
    } else if (found.terminal() == Successors.Terminal.END) {
      ended++;
    } else if (found.waiting() != Successors.NOBODY) {
      waiting.merge(found.waiting(), 1L, Long::sum);
    }
  }

  static boolean isBadStep(Expansion found) {
    return found.steps() > 0 && found.violation() != Expansion.NONE;
  }

  static boolean isBadState(Expansion found, boolean endsAllowed) {
    return found.steps() == 0 && found.terminalCode() != Successors.FINE && !endsAllowed;
  }

  private void save() {
    if (gathered.size() > 0) {
      gathered.follow();
      gathered.sort();
      runs.add(store.candidates(EncodedPages.of(gathered, buffer)));
      gathered.clear();
    }
  }

  /** The runs that were saved since the last call. */
  List<Run> takeRuns() {
    List<Run> taken = runs;
    runs = new ArrayList<>();
    return taken;
  }

  /** What the states have shown that were expanded since the last call; they are of a level. */
  Tally takeTally(int level) {
    Tally tally =
        new Tally(
            expanded,
            transitions,
            BitSet.valueOf(expander.generator().marks()),
            expander.generator().boundHit(),
            new EndCounts(ended, waiting),
            badStep ? level : Tally.NONE,
            badState ? level : Tally.NONE);
    expanded = 0;
    transitions = 0;
    ended = 0;
    waiting.clear();
    badStep = false;
    badState = false;
    return tally;
  }
}
