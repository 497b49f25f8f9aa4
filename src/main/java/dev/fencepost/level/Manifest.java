// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.level.FileRun.Identity;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * The checkpoints of a search: a text with a line for each level, which is appended when everything
 * that it names is in its place. A line ends with the checksum of all text up to it.
 *
 * <p>A last line without its end was being written when the search was killed, and does not count.
 * Everything else that does not fit is refused.
 */
final class Manifest {
  static final String NAME = "manifest";

  private static final String TITLE = "fencepost-levels-3 ";

  private final RunFolder folder;
  private final WaitNames waits;
  private final CRC32C checksum = new CRC32C();
  private final List<Checkpoint> checkpoints = new ArrayList<>();
  private Leaves left = Leaves.NOT;

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
      List<Identity> runs, ShareRule sharing, Identity parts, Tally tally, boolean badStart) {

    String text(WaitNames waits) {
      return String.join(
          " ",
          Tally.list(runs.stream().map(Checkpoint::text).toList()),
          Integer.toString(sharing.firstPlace()),
          text(parts),
          Boolean.toString(badStart),
          tally.text(waits));
    }

    private static String text(Identity file) {
      return file.length() + ":" + Integer.toHexString(file.checksum());
    }

    static Checkpoint of(String text, WaitNames waits) {
      List<String> words = List.of(text.split(" ", -1));
      List<Identity> runs = Tally.items(words.get(0)).stream().map(Checkpoint::identity).toList();
      return new Checkpoint(
          runs,
          new ShareRule(runs.size(), Integer.parseInt(words.get(1))),
          identity(words.get(2)),
          Tally.of(words.subList(4, words.size()), waits),
          Boolean.parseBoolean(words.get(3)));
    }

    private static Identity identity(String text) {
      String[] pair = text.split(":", -1);
      return new Identity(Long.parseLong(pair[0]), Integer.parseUnsignedInt(pair[1], 16));
    }
  }

  /** Reads what an earlier search with this identity has done in a folder, or begins. */
  Manifest(RunFolder folder, String identity, WaitNames waits) {
    this.folder = folder;
    this.waits = waits;
    if (folder.has(NAME)) {
      read(TITLE + identity);
    } else {
      folder.requireEmpty(NAME);
      append(TITLE + identity);
    }
  }

  private void read(String title) {
    List<String> lines = lines();
    if (lines.isEmpty()) {
      append(title);
      return;
    }
    if (!lines.getFirst().equals(title)) {
      throw folder.damaged(NAME, "it is of another check, or a text of the check has changed");
    }
    for (String line : lines.subList(1, lines.size())) {
      Leaves why = Leaves.of(line);
      if (why == Leaves.NOT) {
        checkpoints.add(Checkpoint.of(line, waits));
      } else {
        left = why;
      }
    }
  }

  private List<String> lines() {
    String all = new String(folder.bytes(NAME), StandardCharsets.ISO_8859_1);
    int end = all.lastIndexOf('\n') + 1;
    folder.cut(NAME, end);
    List<String> lines = new ArrayList<>();
    for (String line : all.substring(0, end).lines().toList()) {
      int at = Math.max(0, line.lastIndexOf(' '));
      lines.add(line.substring(0, at));
      if (!line.substring(at).equals(" " + checksumWith(line.substring(0, at)))) {
        throw folder.damaged(NAME, "line " + lines.size() + " has another checksum");
      }
    }
    return lines;
  }

  private String checksumWith(String line) {
    checksum.update(line.getBytes(StandardCharsets.ISO_8859_1));
    return Long.toHexString(checksum.getValue());
  }

  private void append(String line) {
    String whole = line + " " + checksumWith(line) + "\n";
    folder.append(NAME, whole.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** The levels that are done. */
  List<Checkpoint> checkpoints() {
    return checkpoints;
  }

  void add(Checkpoint checkpoint) {
    checkpoints.add(checkpoint);
    append(checkpoint.text(waits));
  }

  /** Why the search began anew with another representation of states. */
  Leaves left() {
    return left;
  }

  void leave(Leaves why) {
    if (left == Leaves.NOT) {
      left = why;
      append(why.line);
    }
    folder.deleteAllBut(Set.of(NAME));
  }
}
