// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.collect.RecordSet;
import dev.fencepost.collect.WordLayout;
import dev.fencepost.collect.WordRecords;
import dev.fencepost.explore.EndCounts;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.level.FileRun.Identity;
import dev.fencepost.level.Keys.Form;
import dev.fencepost.level.LevelJob.Files;
import dev.fencepost.level.LevelJob.Pass;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ObjIntConsumer;

/**
 * Does its part of the levels of one pass of a search, in a process that has nothing but the files.
 * What it holds, the system with its memo tables and the numbers of parts, is made again from these
 * wherever it is lost. For many threads.
 */
final class LevelWorker {
  static final String TOO_WIDE = "a state has no room in a word";

  /** Names the file by which a worker sees that it has the files of the search. */
  static final String PROBE = "probe";

  private static final long MOST_GATHERED = 32L << 20;
  private static final int GATHERED_PART = 32;

  private final Pass pass;
  private final WaitNames waits;
  private final Representation<?> form;
  private final RunFolder folder;
  private final RecordSet staging;

  /** Lists of states with shared numbers, in the layout of the level that is merged. */
  private final Keys sharedKind;

  private volatile WordLayout layout = WordLayout.EMPTY;
  private Form layoutForm = Form.BYTES;

  private SharedNumbers numbers;
  private final Map<String, FileRun> runs = new HashMap<>();
  private final List<Slot> slots = new ArrayList<>();
  private final Deque<Slot> idle = new ArrayDeque<>();

  /** What one thread works with. */
  private record Slot(Expansions expansions, Outgoing outgoing) {}

  /**
   * @param first the first representation of the search's system
   */
  LevelWorker(Pass pass, Representation<?> first, WaitNames waits, RunFolder folder) {
    this.pass = pass;
    this.waits = waits;
    this.folder = folder;
    requireFiles();
    Representation<?> last = first;
    for (char left : pass.forms().toCharArray()) {
      last = RestartReason.of(left).next(last).orElseThrow();
    }
    form = last;
    staging = form.newStaging();
    sharedKind = staging instanceof WordRecords ? new WordKeys(() -> layout) : new StateKeys();
    numbers = SharedNumbers.none(form.parts());
  }

  /** Refuses a folder that only looks like the one of the search. */
  private void requireFiles() {
    byte[] expected = pass.run().getBytes(StandardCharsets.US_ASCII);
    if (!folder.has(PROBE) || !Arrays.equals(folder.bytes(PROBE), expected)) {
      throw new UnusableFolderException(
          "a worker does not see " + folder.place(PROBE) + ": all machines must share the folder");
    }
  }

  String run() {
    return pass.run();
  }

  /** Expands a piece of the last level; the summary comes last, as one share more. */
  void expand(LevelJob job, int piece, ObjIntConsumer<byte[]> sink) {
    Control control = new Control(SearchListener.NONE, () -> 0);
    Slot slot = take();
    try {
      List<FreshParts> fresh = new ArrayList<>();
      control.guarded(
          () -> {
            fresh.add(slot.outgoing.begin(catchUp(job), job.sharing(), sink));
            PageQueue pages = PageQueue.piece(frontier(job), piece, job.pieces());
            slot.expansions.expand(pages, control);
          });
      control.requireUsable();
      Tally tally = slot.expansions.takeTally(job.levels().size() - 1);
      Summary summary =
          Optional.ofNullable(control.reason())
              .map(why -> Summary.stopped(why, leaves(why)))
              .orElseGet(() -> Summary.of(withAllMarks(tally)));
      sink.accept(summary.bytes(fresh.stream().findFirst(), waits), job.sharing().shares());
    } finally {
      give(slot);
    }
  }

  private RestartReason leaves(Stopped why) {
    if (why.limit() != Limit.SYSTEM) {
      return RestartReason.NONE;
    }
    boolean tooWide = staging.isTooWide() || why.detail().equals(TOO_WIDE);
    return tooWide
        ? RestartReason.OVERFLOW
        : form.pays(0) ? RestartReason.NONE : RestartReason.WASTE;
  }

  /** With the marks of all threads: a step that one has memoised, others take without a mark. */
  private synchronized Tally withAllMarks(Tally tally) {
    BitSet marks = new BitSet();
    boolean boundHit = false;
    for (Slot slot : slots) {
      marks.or(slot.expansions.marks());
      boundHit |= slot.expansions.boundHit();
    }
    return tally.plus(new Tally(0, 0, marks, boundHit, EndCounts.NONE, Tally.NONE, Tally.NONE));
  }

  /** Merges the candidates of a share with all levels, and writes the next level's run. */
  Summary merge(LevelJob job, int share, Iterator<byte[]> blocks) {
    Control control = new Control(SearchListener.NONE, () -> 0);
    List<Summary> merged = new ArrayList<>();
    control.guarded(() -> merged.add(Summary.of(mergedRun(job, share, blocks, control))));
    control.requireUsable();
    return Optional.ofNullable(control.reason())
        .map(why -> Summary.stopped(why, leaves(why)))
        .orElseGet(merged::getFirst);
  }

  private Identity mergedRun(LevelJob job, int share, Iterator<byte[]> blocks, Control control)
      throws LimitException {
    SharedNumbers all = catchUp(job);
    List<Run> known = known(job, share);
    Keys states = sharedKind.another();
    while (blocks.hasNext() && control.check()) {
      CandidateBlock.read(blocks.next(), all, states);
    }
    states.sort();
    new Subtraction(sharedKind, control).drop(states, known);
    if (!control.goesOn()) {
      return Identity.EMPTY;
    }
    String name = LevelRuns.name(job.levels().size(), share, job.sharing());
    FileRun.Writing writing = new FileRun.Writing(folder.forOneOfMany(), name, true);
    EncodedPages pages = EncodedPages.of(states, new PageBuffer());
    pages.pages().forEach(writing::add);
    return writing.finish(pages.firsts(), pages.count()).identity();
  }

  /** The numbers that a job needs. */
  private synchronized SharedNumbers catchUp(LevelJob job) throws LimitException {
    numbers = numbers.with(job.parts(), folder);
    return numbers;
  }

  /** Words are compared in the job's layout from now on. */
  private void useLayout(LevelJob job) {
    if (!job.form().equals(layoutForm)) {
      layoutForm = job.form();
      layout = layoutForm.layout();
    }
  }

  /** The runs of all levels with states of a share. */
  private synchronized List<Run> known(LevelJob job, int share) {
    useLayout(job);
    List<Run> known = new ArrayList<>();
    for (int level = 0; level < job.levels().size(); level++) {
      known.add(open(job, level, job.levels().get(level).sharing().isShared() ? share : 0));
    }
    known.forEach(run -> run.firsts().follow());
    return known;
  }

  private synchronized List<Run> frontier(LevelJob job) {
    useLayout(job);
    int level = job.levels().size() - 1;
    List<Run> all = new ArrayList<>();
    for (int share = 0; share < job.levels().get(level).runs().size(); share++) {
      all.add(open(job, level, share));
    }
    return all;
  }

  private Run open(LevelJob job, int level, int share) {
    Files files = job.levels().get(level);
    String name = LevelRuns.name(level, share, files.sharing());
    return runs.computeIfAbsent(
        name, each -> FileRun.open(folder, each, files.runs().get(share), sharedKind));
  }

  private synchronized Slot take() {
    if (idle.isEmpty()) {
      Outgoing outgoing = new Outgoing(form.parts(), staging instanceof WordRecords);
      long gathered = Runtime.getRuntime().maxMemory() / GATHERED_PART;
      long most = Math.min(gathered, MOST_GATHERED);
      Slot slot =
          new Slot(new Expansions(form, staging, outgoing, pass.endsAllowed(), most), outgoing);
      slots.add(slot);
      idle.add(slot);
    }
    return idle.pop();
  }

  private synchronized void give(Slot slot) {
    slot.expansions.takeTally(0);
    idle.push(slot);
  }
}
