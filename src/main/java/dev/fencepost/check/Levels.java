// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.check.CheckTask.Disk;
import dev.fencepost.check.CheckTask.Order;
import dev.fencepost.level.ClusterSite;
import dev.fencepost.level.LevelStorage;
import dev.fencepost.level.Machines;
import dev.fencepost.level.RunFiles;
import dev.fencepost.level.UnusableFolderException;
import dev.fencepost.source.WholeFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The storage for the levels of one search of a check. */
final class Levels {
  private final Disk disk;
  private final String name;
  private final boolean full;
  private @Nullable Path temporary;

  private Levels(Disk disk, String name, boolean full) {
    this.disk = disk;
    this.name = name;
    this.full = full;
  }

  /**
   * For a search of a task.
   *
   * @param name of the search, for its folder
   */
  static Levels of(CheckTask task, String name) {
    boolean byLevels = task.strategy().order() == Order.BFS;
    return new Levels(byLevels ? task.strategy().disk() : Disk.NONE, name, false);
  }

  /** The task with the identity of itself and its texts; without what changes no state. */
  static CheckTask identified(CheckTask task, List<InputText> inputs) {
    Bounds bounds = task.bounds();
    Disk disk = task.strategy().disk();
    if (disk.folder().isEmpty()) {
      return task;
    }
    StringBuilder all = new StringBuilder();
    all.append(
        task.withStrategy(task.strategy().withThreads(1).withAnyRun(false).withDisk(Disk.NONE))
            .withBounds(
                new Bounds(
                    Optional.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    bounds.window(),
                    bounds.instances())));
    inputs.forEach(input -> all.append(' ').append(input.name()).append(input.sha256()));
    Disk identified = disk.of(InputText.of("", all.toString()).sha256());
    return task.withStrategy(task.strategy().withDisk(identified));
  }

  /** The storage on disk for a search whose memory is full, if it may use a disk. */
  Optional<Levels> whenFull() {
    return disk.whenFull() && !full ? Optional.of(new Levels(disk, name, true)) : Optional.empty();
  }

  /** Where levels are; nothing for a search in memory. */
  Optional<LevelStorage> storage() {
    String identity = name + " " + disk.identity();
    if (disk.site().isPresent()) {
      ClusterSite site = disk.site().get();
      return Optional.of(
          LevelStorage.resumable(files(() -> site.files().in(name)), identity)
              .with(new Machines.Team(site.machines(), name)));
    }
    if (disk.folder().isPresent()) {
      Path folder = Path.of(disk.folder().get(), name);
      return Optional.of(LevelStorage.resumable(files(() -> RunFiles.local(folder)), identity));
    }
    return full
        ? Optional.of(LevelStorage.spilling(files(() -> RunFiles.local(newTemporary()))))
        : Optional.empty();
  }

  /** Makes a folder. */
  private interface Making {
    RunFiles make() throws IOException;
  }

  private static RunFiles files(Making making) {
    try {
      return making.make();
    } catch (IOException e) {
      throw new UnusableFolderException("cannot make the folder for states", e);
    }
  }

  String name() {
    return name;
  }

  private Path newTemporary() {
    try {
      temporary = Files.createTempDirectory("fencepost-" + name + "-");
      return temporary;
    } catch (IOException e) {
      throw new UnusableFolderException("cannot use the temporary folder", e);
    }
  }

  /** Deletes what nobody can use after the search, which does not pause. */
  void end() {
    if (temporary != null) {
      try {
        WholeFiles.deleteFolder(temporary);
      } catch (IOException e) {
        throw new UnusableFolderException("cannot use the temporary folder", e);
      }
    }
  }
}
