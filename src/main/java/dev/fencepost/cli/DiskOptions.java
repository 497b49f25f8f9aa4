// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Disk;
import dev.fencepost.check.CheckTask.Order;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where states go for which there is no memory. */
final class DiskOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--disk",
      paramLabel = "FOLDER",
      description = "Keeps the states in files of this folder.")
  private @Nullable String folder;

  @Option(
      names = "--no-disk",
      description =
          "Gives up when memory is full. Without this option a search then begins anew with its"
              + " states in the system's temporary folder.")
  private boolean none;

  /** The checks with what the options say of a disk; each has a part of the folder. */
  List<CheckTask> apply(List<CheckTask> tasks) {
    if (folder != null && none) {
      throw new ParameterException(spec.commandLine(), "--disk and --no-disk exclude each other");
    }
    List<CheckTask> applied = new ArrayList<>();
    for (CheckTask task : tasks) {
      if (folder != null && task.strategy().order() != Order.BFS) {
        throw new ParameterException(spec.commandLine(), "--disk goes with --search bfs");
      }
      applied.add(task.withStrategy(task.strategy().withDisk(disk(applied.size() + 1))));
    }
    return applied;
  }

  /** Whether a folder is named. */
  boolean isFolder() {
    return folder != null;
  }

  private Disk disk(int number) {
    if (folder == null) {
      return none ? Disk.NONE : Disk.WHEN_FULL;
    }
    return Disk.in(Path.of(folder, "check-" + number).toString());
  }
}
