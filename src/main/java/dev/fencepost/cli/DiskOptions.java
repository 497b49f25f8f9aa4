// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Disk;
import dev.fencepost.check.CheckTask.Order;
import dev.fencepost.check.Inputs;
import dev.fencepost.level.Cluster;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.WholeFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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

  @Option(
      names = "--runs",
      paramLabel = "URI",
      description =
          "With --cluster: keeps the states in this new folder, which all machines share (a path,"
              + " hdfs://...); 'fencepost resume URI --cluster MASTER' goes on.")
  private @Nullable String runs;

  private @Nullable Path temporary;

  /**
   * The checks with what the options say of a disk; each has a part of the folder.
   *
   * @param cluster whose machines search
   */
  List<CheckTask> apply(DiskFolder.Checks checks, Inputs inputs, Optional<Cluster> cluster)
      throws InvalidInputException {
    List<CheckTask> tasks = checks.tasks();
    if (cluster.isPresent()) {
      require(!none && folder == null, "--disk and --no-disk are for one machine: see --runs");
      requireBreadthFirst(tasks, "--cluster");
      return DiskFolder.of(runs(cluster.get()), cluster).begin(checks, inputs);
    }
    require(runs == null, "--runs goes with --cluster");
    if (folder == null) {
      Disk disk = none ? Disk.NONE : Disk.WHEN_FULL;
      return tasks.stream().map(task -> task.withStrategy(task.strategy().withDisk(disk))).toList();
    }
    require(!none, "--disk and --no-disk exclude each other");
    requireBreadthFirst(tasks, "--disk");
    return DiskFolder.of(folder, cluster).begin(checks, inputs);
  }

  private void requireBreadthFirst(List<CheckTask> tasks, String option) {
    require(
        tasks.stream().allMatch(task -> task.strategy().order() == Order.BFS),
        option + " goes with --search bfs");
  }

  private void require(boolean fits, String message) {
    if (!fits) {
      throw new ParameterException(spec.commandLine(), message);
    }
  }

  /** The folder that machines share. */
  private String runs(Cluster cluster) throws InvalidInputException {
    if (runs != null) {
      return runs;
    }
    require(cluster.isOneMachine(), "--cluster needs --runs URI: a folder that all machines share");
    try {
      temporary = Files.createTempDirectory("fencepost-runs-");
      return temporary.toString();
    } catch (IOException e) {
      throw new InvalidInputException("cannot use the temporary folder: " + e.getMessage());
    }
  }

  /** Deletes what nobody can use after the checks. */
  void end() throws InvalidInputException {
    if (temporary != null) {
      try {
        WholeFiles.deleteFolder(temporary);
      } catch (IOException e) {
        throw new InvalidInputException("cannot use the temporary folder: " + e.getMessage());
      }
    }
  }

  /** Says how a check goes on that has no verdict yet. */
  void note(List<CheckResult> results, Terminal terminal) {
    boolean open = results.stream().anyMatch(result -> !result.holds() && !result.violated());
    String place = folder != null ? folder : runs != null ? runs + " --cluster MASTER" : "";
    if (!place.isEmpty() && open) {
      terminal.message("note: 'fencepost resume " + place + "' goes on from here");
    }
  }

  /** Whether a folder is named. */
  boolean isFolder() {
    return folder != null;
  }
}
