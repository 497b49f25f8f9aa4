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

  Checkpoints(RunFolder folder, String identity, NumberedParts numbered) {
    this.folder = folder;
    manifest = new Manifest(folder, identity);
    parts = new PartFile(folder, numbered);
    if (!isLeft()) {
      restoreParts();
    }
  }

  /** Numbers the parts anew that the levels are made of. */
  private void restoreParts() {
    try {
      parts.restore(done().isEmpty() ? Identity.EMPTY : done().getLast().parts());
    } catch (LimitException e) {
      throw folder.damaged(PartFile.NAME, e.getMessage());
    }
  }

  static String levelName(int number) {
    return "level-" + number;
  }

  /** Whether the search began anew with another representation of states. */
  boolean isLeft() {
    return manifest.isLeft();
  }

  /** Whether it did so because a state had no room in a word. */
  boolean isLeftByOverflow() {
    return manifest.isLeftByOverflow();
  }

  void leave(boolean overflow) {
    manifest.leave(overflow);
  }

  /** The levels that were saved. */
  List<Checkpoint> done() {
    return manifest.checkpoints();
  }

  /**
   * The levels, all of them checked. Files of a level that was not finished are deleted.
   *
   * @param kind an empty list of states
   */
  List<Run> restoreLevels(Keys kind) {
    List<Run> levels = new ArrayList<>();
    if (isLeft()) {
      return levels;
    }
    Set<String> kept = new HashSet<>(List.of(Manifest.NAME, PartFile.NAME));
    for (Checkpoint checkpoint : done()) {
      String name = levelName(levels.size());
      kept.add(name);
      levels.add(FileRun.read(folder, name, checkpoint.level(), kind));
    }
    folder.deleteAllBut(kept);
    return levels;
  }

  /** Saves a level with what all states before it have shown. */
  void save(FileRun level, Tally tally, boolean badStart) {
    manifest.add(new Checkpoint(level.identity(), parts.save(), tally, badStart));
  }
}
