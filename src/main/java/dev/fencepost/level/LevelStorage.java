// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a search keeps its levels.
 *
 * @param folder for what has no room in memory
 * @param inMemory whether levels stay in memory as long as there is room
 */
public record LevelStorage(Optional<Path> folder, boolean inMemory) {

  /** In memory alone. */
  public static LevelStorage memory() {
    return new LevelStorage(Optional.empty(), true);
  }

  /** In memory, and in a folder where that is full. */
  public static LevelStorage spilling(Path folder) {
    return new LevelStorage(Optional.of(folder), true);
  }

  /** In a folder. */
  public static LevelStorage disk(Path folder) {
    return new LevelStorage(Optional.of(folder), false);
  }

  /** A part of the folder, for one representation of states. */
  Optional<RunFolder> part(int number) {
    return folder.map(path -> new RunFolder(path.resolve("form-" + number)));
  }
}
