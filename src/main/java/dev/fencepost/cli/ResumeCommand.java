// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.level.Cluster;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.TextFile;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Goes on with checks whose states are in a folder. */
@Command(
    name = "resume",
    description =
        "Goes on with the checks of 'check --disk FOLDER', where they ended before their time,"
            + " and with those of 'check --cluster MASTER --runs URI'.",
    footer = {
      "",
      "Examples:",
      "  fencepost check big.c --model tso --disk runs",
      "  fencepost resume runs",
      "",
      "To be called where 'check' was called. Files of the folder that are missing or damaged, and",
      "texts that have changed, are refused.",
      "",
      "Exit status: that of 'check'."
    })
final class ResumeCommand extends CheckingCommand {
  @Parameters(paramLabel = "FOLDER", description = "The folder that --disk or --runs named.")
  private String folder;

  @Mixin private FormatOption format;

  @Option(names = "--verbose", description = "Gives an account of each check, as 'check' does.")
  private boolean verbose;

  @Override
  ExitStatus run() throws InvalidInputException {
    DiskFolder.Checks checks = folder().resume(inputs);
    List<CheckTask> tasks = checks.tasks();
    Output output = format.isJson() ? json(checks.options()) : text(tasks);
    Checks own = own(tasks, checks.options().vacuity());
    List<CheckResult> results = check(tasks, own, checks.options().fairness(), output, verbose);
    report(
        () -> {
          output.end(results);
          return results;
        });
    cluster.leave();
    return ExitStatus.of(results, checks.options().strict());
  }

  private DiskFolder folder() throws InvalidInputException {
    Optional<Cluster> connected = cluster.connected();
    if (connected.isEmpty() && !Files.isDirectory(TextFile.path(folder))) {
      throw new InvalidInputException("no such folder: " + folder);
    }
    return DiskFolder.of(folder, connected);
  }
}
