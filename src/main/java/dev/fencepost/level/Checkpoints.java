// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import com.google.gson.Gson;
import dev.fencepost.level.FileRun.Identity;
import dev.fencepost.transition.NumberedParts;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * Saves each level of a resumable search, and gives them back to a later one. The manifest is a
 * text with a line for each level, which is appended when everything that it names is in its place.
 * A line ends with the checksum of all text up to it.
 *
 * <p>A last line without its end was being written when the search was killed, and does not count.
 * Everything else that does not fit is refused.
 */
final class Checkpoints {
  private static final String MANIFEST = "manifest";
  private static final String TITLE = "fencepost-levels-4 ";

  private final RunFolder folder;
  private final Gson gson;
  private final PartFile parts;
  private final CRC32C checksum = new CRC32C();
  private final List<Checkpoint> checkpoints = new ArrayList<>();
  private RestartReason left = RestartReason.NONE;

  /**
   * One level.
   *
   * @param runs the files of the level
   * @param sharing how the states of the level are shared out among them
   * @param parts the file of the parts that were numbered since the level before
   * @param tally what all states before the level have shown
   * @param badStart whether an initial state is a violation
   */
  record Checkpoint(
      List<Identity> runs, ShareRule sharing, Identity parts, Tally tally, boolean badStart) {}

  /** Reads what an earlier search with this identity has done in a folder, or begins. */
  Checkpoints(RunFolder folder, String identity, WaitNames waits, NumberedParts numbered) {
    this.folder = folder;
    gson = waits.gson();
    parts = new PartFile(folder, numbered);
    if (folder.has(MANIFEST)) {
      read(TITLE + identity);
    } else {
      folder.requireEmpty(MANIFEST);
      append(TITLE + identity);
    }
    if (left == RestartReason.NONE) {
      restoreParts();
    }
  }

  private void read(String title) {
    List<String> lines = lines();
    if (lines.isEmpty()) {
      append(title);
      return;
    }
    if (!lines.getFirst().equals(title)) {
      throw folder.damaged(MANIFEST, "it is of another check, or a text of the check has changed");
    }
    for (String line : lines.subList(1, lines.size())) {
      RestartReason why = RestartReason.of(line);
      if (why == RestartReason.NONE) {
        checkpoints.add(gson.fromJson(line, Checkpoint.class));
      } else {
        left = why;
      }
    }
  }

  private List<String> lines() {
    byte[] all = folder.bytes(MANIFEST);
    int end = all.length;
    while (end > 0 && all[end - 1] != '\n') {
      end--;
    }
    folder.cut(MANIFEST, end);
    List<String> lines = new ArrayList<>();
    for (String line : new String(all, 0, end, StandardCharsets.UTF_8).lines().toList()) {
      int at = Math.max(0, line.lastIndexOf(' '));
      lines.add(line.substring(0, at));
      if (!line.substring(at).equals(" " + checksumWith(line.substring(0, at)))) {
        throw folder.damaged(MANIFEST, "line " + lines.size() + " has another checksum");
      }
    }
    return lines;
  }

  private String checksumWith(String line) {
    checksum.update(line.getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(checksum.getValue());
  }

  private void append(String line) {
    String whole = line + " " + checksumWith(line) + "\n";
    folder.append(MANIFEST, whole.getBytes(StandardCharsets.UTF_8));
  }

  /** Numbers the parts anew that the levels are made of. */
  private void restoreParts() {
    int level = 0;
    try {
      for (Checkpoint checkpoint : checkpoints) {
        parts.restore(level++, checkpoint.parts());
      }
    } catch (LimitException e) {
      throw folder.damaged(PartFile.name(level - 1), e.getMessage());
    }
  }

  /** Why the search began anew with another representation of states. */
  RestartReason left() {
    return left;
  }

  void leave(RestartReason why) {
    if (left == RestartReason.NONE) {
      left = why;
      append(why.line);
    }
    folder.deleteAllBut(Set.of(MANIFEST));
  }

  /** The levels that were saved. */
  List<Checkpoint> done() {
    return checkpoints;
  }

  /**
   * The levels. Files of a level that was not finished are deleted.
   *
   * @param kind an empty list of states
   * @param checked whether all states are read and checked now, or each page when it is read
   */
  List<LevelRuns> restoreLevels(Keys kind, boolean checked) {
    List<LevelRuns> levels = new ArrayList<>();
    if (left != RestartReason.NONE) {
      return levels;
    }
    Set<String> kept = new HashSet<>(List.of(MANIFEST));
    for (Checkpoint checkpoint : checkpoints) {
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
    return parts.save(checkpoints.size());
  }

  /** Saves a level with what all states before it have shown. */
  void save(LevelRuns level, Identity newParts, Tally tally, boolean badStart) {
    List<Identity> runs = level.runs().stream().map(run -> ((FileRun) run).identity()).toList();
    Checkpoint checkpoint = new Checkpoint(runs, level.sharing(), newParts, tally, badStart);
    checkpoints.add(checkpoint);
    append(gson.toJson(checkpoint));
  }
}
