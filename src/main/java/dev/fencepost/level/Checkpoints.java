// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.level.FileRun.Identity;
import dev.fencepost.level.Manifest.Checkpoint;
import dev.fencepost.transition.NumberedParts;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Saves each level of a resumable search, and gives them back to a later one. */
final class Checkpoints {
  private final RunFolder folder;
  private final Manifest manifest;
  private final PartFile parts;

  Checkpoints(RunFolder folder, String identity, WaitNames waits, NumberedParts numbered) {
    this.folder = folder;
    manifest = new Manifest(folder, identity, waits);
    parts = new PartFile(folder, numbered);
    if (left() == Leaves.NOT) {
      restoreParts();
    }
  }

  /** Numbers the parts anew that the levels are made of. */
  private void restoreParts() {
    int level = 0;
    try {
      for (Checkpoint checkpoint : done()) {
        parts.restore(level++, checkpoint.parts());
      }
    } catch (LimitException e) {
      throw folder.damaged(PartFile.name(level - 1), e.getMessage());
    }
  }

  /** Why the search began anew with another representation of states. */
  Leaves left() {
    return manifest.left();
  }

  void leave(Leaves why) {
    manifest.leave(why);
  }

  /** The levels that were saved. */
  List<Checkpoint> done() {
    return manifest.checkpoints();
  }

  /**
   * The levels. Files of a level that was not finished are deleted.
   *
   * @param kind an empty list of states
   * @param checked whether all states are read and checked now, or each page when it is read
   */
  List<LevelRuns> restoreLevels(Keys kind, boolean checked) {
    List<LevelRuns> levels = new ArrayList<>();
    if (left() != Leaves.NOT) {
      return levels;
    }
    Set<String> kept = new HashSet<>(List.of(Manifest.NAME));
    for (Checkpoint checkpoint : done()) {
      int number = levels.size();
      kept.add(PartFile.name(number));
      List<Run> runs = open(number, checkpoint.runs(), checkpoint.sharing(), kind);
      levels.add(new LevelRuns(runs, checkpoint.sharing()));
      for (int share = 0; share < runs.size(); share++) {
        kept.add(LevelRuns.name(number, share, checkpoint.sharing()));
      }
      if (checked) {
        runs.forEach(run -> ((FileRun) run).checked());
      }
    }
    folder.deleteAllBut(kept);
    return levels;
  }

  /** The runs of a level that others have written. */
  List<Run> open(int level, List<Identity> files, ShareRule sharing, Keys kind) {
    List<Run> runs = new ArrayList<>();
    for (Identity file : files) {
      runs.add(FileRun.open(folder, LevelRuns.name(level, runs.size(), sharing), file, kind));
    }
    return runs;
  }

  /** Writes a file that no manifest names. */
  void write(String name, byte[] bytes) {
    folder.write(name, bytes);
  }

  /** Writes the parts that were numbered since the last level. */
  Identity saveParts() {
    return parts.save(done().size());
  }

  /** Saves a level with what all states before it have shown. */
  void save(LevelRuns level, Identity newParts, Tally tally, boolean badStart) {
    List<Identity> runs = level.runs().stream().map(run -> ((FileRun) run).identity()).toList();
    manifest.add(new Checkpoint(runs, level.sharing(), newParts, tally, badStart));
  }
}
