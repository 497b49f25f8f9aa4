// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The files of one search. A file is written beside its place and then renamed, or appended to.
 *
 * <p>Large files, and what is appended after them, outlive a loss of power: to wait for the disk
 * takes some milliseconds each time, which small files are not worth.
 */
final class RunFolder {
  /** A file with so many bytes is large. */
  private static final int LARGE = 1 << 20;

  private final RunFiles files;
  private final Consumer<String> beforeChange;

  /** The end of the name of a file that is not in its place yet. */
  private final String unfinished;

  /** Whether a large file was written since the last {@link #append}. */
  private boolean lasting;

  /**
   * @param beforeChange is called with the file before each change of one; tests end a search there
   */
  RunFolder(RunFiles files, Consumer<String> beforeChange) {
    this(files, beforeChange, ".new");
  }

  private RunFolder(RunFiles files, Consumer<String> beforeChange, String unfinished) {
    this.files = files;
    this.beforeChange = beforeChange;
    this.unfinished = unfinished;
  }

  /** This folder for a writer whose files others may write too: all write the same bytes. */
  RunFolder forOneOfMany() {
    return new RunFolder(files, beforeChange, ".new-" + UUID.randomUUID());
  }

  String place(String name) {
    return files.place(name);
  }

  boolean has(String name) {
    return names().contains(name);
  }

  /** Begins a file, which is in its place only after {@link #finish}. */
  DataOutputStream create(String name) {
    beforeChange.accept(name);
    try {
      return new DataOutputStream(
          new BufferedOutputStream(files.create(name + unfinished), 1 << 16));
    } catch (IOException e) {
      throw unwritable(name, e);
    }
  }

  /**
   * Puts a file that was written whole into its place.
   *
   * @param bytes how many bytes it has that are needed after a loss of power
   */
  void finish(String name, long bytes) {
    boolean large = bytes >= LARGE;
    lasting |= large;
    change(name, () -> files.move(name + unfinished, name, large));
  }

  /** What is done with files. */
  private interface Work {
    void run() throws IOException;
  }

  private void change(String name, Work work) {
    beforeChange.accept(name);
    try {
      work.run();
    } catch (IOException e) {
      throw unwritable(name, e);
    }
  }

  /** Writes a file. */
  void write(String name, byte[] bytes) {
    try (DataOutputStream out = create(name)) {
      out.write(bytes);
    } catch (IOException e) {
      throw unwritable(name, e);
    }
    finish(name, bytes.length);
  }

  /** All bytes of a file. */
  byte[] bytes(String name) {
    try {
      return files.bytes(name);
    } catch (IOException e) {
      throw unreadable(name, e);
    }
  }

  /** Appends to a file, which is made where there is none. */
  void append(String name, byte[] bytes) {
    change(name, () -> files.append(name, bytes, lasting));
    lasting = false;
  }

  /** Cuts off what is behind a length. */
  void cut(String name, long length) {
    change(name, () -> files.cut(name, length));
  }

  void delete(String name) {
    change(name, () -> files.delete(name));
  }

  RunFiles.Input open(String name) {
    try {
      return files.open(name);
    } catch (IOException e) {
      throw unreadable(name, e);
    }
  }

  /** Deletes all files except for some. */
  void deleteAllBut(Set<String> kept) {
    names().stream().filter(name -> !kept.contains(name)).forEach(this::delete);
  }

  /** Refuses files that another one should speak of. */
  void requireEmpty(String missing) {
    if (!names().isEmpty()) {
      throw new UnusableFolderException(
          place(missing) + " is missing: what the other files are is not known");
    }
  }

  private List<String> names() {
    try {
      return files.names();
    } catch (IOException e) {
      throw unreadable("", e);
    }
  }

  /** The refusal of a file that is not as it was written. */
  UnusableFolderException damaged(String name, String why) {
    return new UnusableFolderException(
        place(name) + " is damaged, or is no file of this search: " + why);
  }

  UnusableFolderException unreadable(String name, IOException problem) {
    return new UnusableFolderException("cannot read " + place(name), problem);
  }

  UnusableFolderException unwritable(String name, IOException problem) {
    return new UnusableFolderException("cannot write " + place(name), problem);
  }
}
