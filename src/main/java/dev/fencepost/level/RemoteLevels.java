// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.collect.RecordSet;
import dev.fencepost.collect.WordRecords;
import dev.fencepost.level.Checkpoints.Checkpoint;
import dev.fencepost.level.FileRun.Identity;
import dev.fencepost.level.Keys.Form;
import dev.fencepost.level.LevelJob.Pass;
import dev.fencepost.level.Machines.Expanded;
import dev.fencepost.transition.NumberedParts;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The levels of a pass that other machines expand and merge. Numbers new parts in between: a state
 * with a part that has no shared number is certainly new, and brings the part along.
 */
final class RemoteLevels {
  /** So many pages of a level are a piece, where it has many. */
  private static final int PAGES = 256;

  /** A machine that does so many pieces of a small level waits little for the others. */
  private static final int PIECES = 2;

  private final Machines machines;
  private final Pass pass;
  private final Checkpoints saved;
  private final Control control;
  private final States states;
  private boolean probed;
  private RestartReason leaves = RestartReason.NONE;

  /**
   * What states are here.
   *
   * @param staging has the layout of words
   * @param kind an empty list of states
   */
  record States(NumberedParts parts, RecordSet staging, Keys kind, WaitNames waits) {
    Form form() {
      return kind.another().form();
    }
  }

  RemoteLevels(Machines machines, Pass pass, Checkpoints saved, Control control, States states) {
    this.machines = machines;
    this.pass = pass;
    this.saved = saved;
    this.control = control;
    this.states = states;
  }

  /**
   * The level after the last one.
   *
   * @param shown what the expansion of the last one has shown
   * @param parts the file of new parts
   */
  record Next(LevelRuns level, Tally shown, Identity parts) {}

  /** Whether a level is worth a journey. */
  boolean take(LevelRuns level) {
    return level.count() >= machines.fewStates();
  }

  /** Why the machines want to leave the representation of states. */
  RestartReason leaves() {
    return leaves;
  }

  /** Expands the last level and merges the candidates; nothing where a limit has ended that. */
  Optional<Next> advance(LevelRuns last) throws LimitException {
    if (!probed) {
      saved.write(LevelWorker.PROBE, pass.run().getBytes(StandardCharsets.US_ASCII));
      probed = true;
    }
    List<Checkpoint> done = saved.done();
    int pages = PageQueue.pages(last.runs());
    int pieces = Math.max(Math.min(pages, PIECES * machines.slots()), pages / PAGES);
    LevelJob job = LevelJob.toExpand(pass, pieces, sharing(done), done, states.form());
    int shares = job.sharing().shares();
    try (Expanded expanded = machines.expand(job.bytes(), pieces, shares, control::check)) {
      ByteArrayOutputStream newParts = new ByteArrayOutputStream();
      List<Summary> summaries = read(expanded.summaries(), pieces, newParts);
      if (!control.goesOn()) {
        return Optional.empty();
      }
      number(newParts.toByteArray());
      Identity partFile = saved.saveParts();
      LevelJob toMerge = job.toMerge(partFile, states.form());
      ByteArrayOutputStream none = new ByteArrayOutputStream();
      List<Summary> merged = read(expanded.merge(toMerge.bytes()), shares, none);
      if (!control.goesOn()) {
        return Optional.empty();
      }
      List<Identity> files = merged.stream().map(Summary::run).toList();
      List<Run> runs = saved.open(done.size(), files, job.sharing(), states.kind);
      Tally shown = summaries.stream().map(Summary::tally).reduce(Tally.EMPTY, Tally::plus);
      return Optional.of(new Next(new LevelRuns(runs, job.sharing()), shown, partFile));
    }
  }

  /** How levels are shared out: as those before, if there are such. */
  private ShareRule sharing(List<Checkpoint> done) {
    return done.stream()
        .map(Checkpoint::sharing)
        .filter(ShareRule::isShared)
        .findFirst()
        .orElseGet(
            () ->
                new ShareRule(
                    Math.max(2, PIECES * machines.slots()), states.form().widths().size() / 2));
  }

  /** The answers of all workers; the first limit or problem of one ends the search. */
  private List<Summary> read(List<byte[]> answers, int expected, ByteArrayOutputStream newParts) {
    List<Summary> summaries = new ArrayList<>();
    for (byte[] answer : answers) {
      Summary summary = Summary.read(answer, states.waits, newParts);
      if (!summary.problem().isEmpty()) {
        throw new UnusableFolderException(summary.problem());
      }
      Optional.ofNullable(summary.stopped()).ifPresent(control::stop);
      leaves = summary.leaves() == RestartReason.NONE ? leaves : summary.leaves();
      summaries.add(summary);
    }
    if (control.goesOn() && summaries.size() != expected) {
      throw new IllegalStateException(
          summaries.size() + " pieces of " + expected + " were done by other machines");
    }
    return summaries;
  }

  private void number(byte[] newParts) throws LimitException {
    try {
      PartFile.read(newParts, (place, part) -> states.parts.add(place, part));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (states.staging instanceof WordRecords words && !words.widen()) {
      throw new LimitException(LevelWorker.TOO_WIDE);
    }
  }
}
