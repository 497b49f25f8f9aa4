// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Disk;
import dev.fencepost.check.CheckTask.Order;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.TextFile;
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
      description =
          "Keeps the states in files of this new folder; 'fencepost resume FOLDER' goes on if the"
              + " check ends before its time.")
  private @Nullable String folder;

  @Option(
      names = "--no-disk",
      description =
          "Gives up when memory is full. Without this option a search then begins anew with its"
              + " states in the system's temporary folder.")
  private boolean none;

  /** The checks with what the options say of a disk; each has a part of the folder. */
  List<CheckTask> apply(List<CheckTask> tasks, Terminal terminal) throws InvalidInputException {
    if (folder == null) {
      Disk disk = none ? Disk.NONE : Disk.WHEN_FULL;
      return tasks.stream().map(task -> task.withStrategy(task.strategy().withDisk(disk))).toList();
    }
    if (none) {
      throw new ParameterException(spec.commandLine(), "--disk and --no-disk exclude each other");
    }
    if (tasks.stream().anyMatch(task -> task.strategy().order() != Order.BFS)) {
      throw new ParameterException(spec.commandLine(), "--disk goes with --search bfs");
    }
    return new DiskFolder(TextFile.path(folder)).begin(tasks, terminal);
  }

  /** Says how a check goes on that has no verdict yet. */
  void note(List<CheckResult> results, Terminal terminal) {
    boolean open = results.stream().anyMatch(result -> !result.holds() && !result.violated());
    if (folder != null && open) {
      terminal.message("note: 'fencepost resume " + folder + "' goes on from here");
    }
  }

  /** Whether a folder is named. */
  boolean isFolder() {
    return folder != null;
  }
}
