// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where a search keeps its levels.
 *
 * @param folder for what has no room in memory
 * @param identity names a search that can be resumed: all its levels are in the folder, and a
 *     search with this identity goes on with those that are there
 * @param beforeChange is called with the name before each change of a file; tests end searches here
 */
public record LevelStorage(
    Optional<Path> folder, Optional<String> identity, Consumer<String> beforeChange) {

  /** In memory alone. */
  public static LevelStorage memory() {
    return new LevelStorage(Optional.empty(), Optional.empty(), name -> {});
  }

  /** In memory, and in a folder where that is full. */
  public static LevelStorage spilling(Path folder) {
    return new LevelStorage(Optional.of(folder), Optional.empty(), name -> {});
  }

  /** In a folder, where a search with this identity goes on if there is one. */
  public static LevelStorage resumable(Path folder, String identity) {
    return new LevelStorage(Optional.of(folder), Optional.of(identity), name -> {});
  }

  /** A part of the folder, for one representation of states. */
  Optional<RunFolder> part(int number) {
    return folder.map(path -> new RunFolder(path.resolve("form-" + number), beforeChange));
  }
}
