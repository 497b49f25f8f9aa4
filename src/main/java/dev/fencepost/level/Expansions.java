// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.collect.RecordSet;
import dev.fencepost.collect.Writer;
import dev.fencepost.explore.EndCounts;
import dev.fencepost.transition.Expander;
import dev.fencepost.transition.Expansion;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.TreeMap;

/**
 * Expands pages of a level to candidates. For one thread.
 *
 * <p>Successors are gathered up to some memory and saved, again and again.
 */
final class Expansions {
  private static final int BATCH = 32;

  /** A batch in so many looks at the limits. */
  private static final int CHECK_EVERY = 16;

  private final Expander expander;
  private final Gathering gathering;
  private final boolean endsAllowed;
  private final long mostBytes;
  private final RecordSet staging;
  private final Expansion[] batch = new Expansion[BATCH];
  private final PageBuffer buffer = new PageBuffer();
  private final Keys page;
  private int batches;

  @SuppressWarnings("NullAway.Init") // run sets it
  private Control control;

  private long expanded;
  private long transitions;
  private long ended;
  private final TreeMap<Integer, Long> waiting = new TreeMap<>();
  private boolean badStep;
  private boolean badState;

  /**
   * @param staging of states in this form
   * @param endsAllowed whether no state without successors is a violation
   * @param mostBytes the memory for what is gathered
   */
  Expansions(
      Representation<?> form,
      RecordSet staging,
      Gathering gathering,
      boolean endsAllowed,
      long mostBytes) {
    this.staging = staging;
    this.gathering = gathering;
    this.endsAllowed = endsAllowed;
    this.mostBytes = mostBytes;
    expander = form.newExpander(staging);
    page = Keys.of(staging);
    Arrays.setAll(batch, i -> new Expansion());
  }

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
      requireRoom();
      for (int i = 0; i < batch[0].stagedEnd(); i++) {
        gathering.add(writer, i);
      }
      gathering.save();
    } finally {
      writer.close();
    }
    return batch[0];
  }

  /** Expands pages as long as there are any, and gathers their successors. */
  void expand(PageQueue pages, Control newControl) throws LimitException {
    control = newControl;
    run(pages, this::gather);
  }

  /** Expands pages as long as there are any, and gathers the states that are chosen. */
  void choose(PageQueue pages, Control newControl, Choice choice) throws LimitException {
    control = newControl;
    run(
        pages,
        (index, found, from) -> {
          if (choice.takes(found, expander.writer(), from)) {
            gathering.add(page, index);
          }
        });
  }

  /** Looks at a state of the page and its expansion. */
  private interface Look {
    void at(int index, Expansion found, int from) throws LimitException;
  }

  private void run(PageQueue pages, Look look) throws LimitException {
    Writer writer = expander.writer();
    writer.forget();
    writer.open();
    try (PageQueue.Taker taker = pages.newTaker()) {
      for (Run run = taker.take(buffer);
          run != null && control.goesOn();
          run = taker.take(buffer)) {
        page.clear();
        gathering.read(buffer, run.form(), page, writer);
        expandPage(look);
      }
      gathering.save();
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
      requireRoom();
      page.follow();
      writer.approach();
      int from = 0;
      for (int i = 0; i < count; i++) {
        count(batch[i]);
        look.at(first + i, batch[i], from);
        from = batch[i].stagedEnd();
      }
      if (gathering.bytes() > mostBytes) {
        gathering.save();
      }
    }
  }

  private void requireRoom() throws LimitException {
    if (staging.isTooWide()) {
      throw new LimitException(LevelWorker.TOO_WIDE);
    }
  }

  private boolean goesOn() {
    expander.writer().giveWay();
    return ++batches % CHECK_EVERY == 0 ? control.check() : control.goesOn();
  }

  private void gather(int index, Expansion found, int from) throws LimitException {
    Writer writer = expander.writer();
    int end = found.steps() == 0 ? from : found.stagedEnd();
    for (int i = writer.nextNew(from); i < end; i = writer.nextNew(i + 1)) {
      gathering.add(writer, i);
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

  /** The marks that steps have passed since the beginning. */
  BitSet marks() {
    return BitSet.valueOf(expander.generator().marks());
  }

  /** Whether a window bound has cut a step since the beginning. */
  boolean boundHit() {
    return expander.generator().boundHit();
  }

  /** What the states have shown that were expanded since the last call; they are of a level. */
  Tally takeTally(int level) {
    Tally tally =
        new Tally(
            expanded,
            transitions,
            marks(),
            boundHit(),
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
