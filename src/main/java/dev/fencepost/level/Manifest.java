// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.explore.EndCounts;
import dev.fencepost.level.FileRun.Identity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
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

  private static final String TITLE = "fencepost-levels-1 ";
  private static final String OVERFLOW = "left: no room in a word";
  private static final String WASTE = "left: identifiers do not pay";
  private static final String NOTHING = "-";

  private final RunFolder folder;
  private final CRC32C checksum = new CRC32C();
  private final List<Checkpoint> checkpoints = new ArrayList<>();
  private String left = "";

  /**
   * One level.
   *
   * @param level the file of the level
   * @param parts the part of the file of parts that was written by then
   * @param tally what all states before the level have shown
   * @param badStart whether an initial state is a violation
   */
  record Checkpoint(Identity level, Identity parts, Tally tally, boolean badStart) {

    String text() {
      return String.join(
          " ",
          text(level),
          text(parts),
          tally.expanded() + " " + tally.transitions() + " " + tally.boundHit(),
          tally.badStep() + " " + tally.badState() + " " + badStart,
          tally.ends().ended() + " " + list(tally.marks().stream().boxed().toList()),
          list(tally.ends().waiting().entrySet()));
    }

    private static String text(Identity file) {
      return file.length() + " " + Integer.toHexString(file.checksum());
    }

    private static String list(Iterable<?> items) {
      List<String> texts = new ArrayList<>();
      items.forEach(item -> texts.add(item.toString()));
      return texts.isEmpty() ? NOTHING : String.join(",", texts);
    }

    static Checkpoint of(String text) {
      String[] fields = text.split(" ", -1);
      TreeMap<Integer, Long> waiting = new TreeMap<>();
      for (String entry : items(fields[12])) {
        String[] pair = entry.split("=", -1);
        waiting.put(Integer.parseInt(pair[0]), Long.parseLong(pair[1]));
      }
      BitSet marks = new BitSet();
      items(fields[11]).forEach(mark -> marks.set(Integer.parseInt(mark)));
      return new Checkpoint(
          identity(fields[0], fields[1]),
          identity(fields[2], fields[3]),
          new Tally(
              Long.parseLong(fields[4]),
              Long.parseLong(fields[5]),
              marks,
              Boolean.parseBoolean(fields[6]),
              new EndCounts(Long.parseLong(fields[10]), waiting),
              Integer.parseInt(fields[7]),
              Integer.parseInt(fields[8])),
          Boolean.parseBoolean(fields[9]));
    }

    private static Identity identity(String length, String checksum) {
      return new Identity(Long.parseLong(length), Integer.parseUnsignedInt(checksum, 16));
    }

    private static List<String> items(String list) {
      return list.equals(NOTHING) ? List.of() : List.of(list.split(",", -1));
    }
  }

  /** Reads what an earlier search with this identity has done in a folder, or begins. */
  Manifest(RunFolder folder, String identity) {
    this.folder = folder;
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
      if (line.equals(OVERFLOW) || line.equals(WASTE)) {
        left = line;
      } else {
        checkpoints.add(Checkpoint.of(line));
      }
    }
  }

  private List<String> lines() {
    String all;
    try {
      all = Files.readString(folder.path(NAME), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UnusableFolderException("cannot read " + folder.path(NAME), e);
    }
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
    append(checkpoint.text());
  }

  /** Whether the search began anew with another representation of states. */
  boolean isLeft() {
    return !left.isEmpty();
  }

  boolean isLeftByOverflow() {
    return left.equals(OVERFLOW);
  }

  void leave(boolean overflow) {
    if (!isLeft()) {
      left = overflow ? OVERFLOW : WASTE;
      append(left);
    }
    folder.deleteAllBut(Set.of(NAME));
  }
}
