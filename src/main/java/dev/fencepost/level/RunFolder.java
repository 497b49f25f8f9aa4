// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The files of one search. A file is written beside its place and then renamed, or appended to. */
final class RunFolder {
  private static final String UNFINISHED = ".new";

  private final Path path;
  private final Consumer<String> beforeChange;

  /**
   * Makes the folder where there is none.
   *
   * @param beforeChange is called with the file before each change of one; tests end a search there
   */
  RunFolder(Path path, Consumer<String> beforeChange) {
    this.path = path;
    this.beforeChange = beforeChange;
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw new UnusableFolderException("cannot make the folder " + path, e);
    }
  }

  Path path(String name) {
    return path.resolve(name);
  }

  boolean has(String name) {
    return Files.exists(path(name));
  }

  /** Begins a file, which is in its place only after {@link #finish}. */
  DataOutputStream create(String name) {
    beforeChange.accept(name);
    try {
      return new DataOutputStream(
          new BufferedOutputStream(Files.newOutputStream(path(name + UNFINISHED)), 1 << 16));
    } catch (IOException e) {
      throw unwritable(name, e);
    }
  }

  /** Puts a file that was written whole into its place. */
  void finish(String name) {
    beforeChange.accept(name);
    try {
      Files.move(path(name + UNFINISHED), path(name), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw unwritable(name, e);
    }
  }

  /** Appends to a file, which is made where there is none. */
  void append(String name, byte[] bytes) {
    beforeChange.accept(name);
    try {
      Files.write(path(name), bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw unwritable(name, e);
    }
  }

  /** Cuts off what is behind a length. */
  void cut(String name, long length) {
    beforeChange.accept(name);
    try (RandomAccessFile file = new RandomAccessFile(path(name).toFile(), "rw")) {
      file.setLength(length);
    } catch (IOException e) {
      throw unwritable(name, e);
    }
  }

  void delete(String name) {
    beforeChange.accept(name);
    try {
      Files.deleteIfExists(path(name));
    } catch (IOException e) {
      throw unwritable(name, e);
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
          path(missing) + " is missing: what the other files are is not known");
    }
  }

  private List<String> names() {
    try (Stream<Path> all = Files.list(path)) {
      return all.map(file -> file.getFileName().toString()).toList();
    } catch (IOException e) {
      throw new UnusableFolderException("cannot read " + path, e);
    }
  }

  /** The refusal of a file that is not as it was written. */
  UnusableFolderException damaged(String name, String why) {
    return new UnusableFolderException(
        path(name) + " is damaged, or is no file of this search: " + why);
  }

  private UnusableFolderException unwritable(String name, IOException problem) {
    return new UnusableFolderException("cannot write " + path(name), problem);
  }
}
