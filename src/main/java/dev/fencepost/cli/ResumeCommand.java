// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Inputs;
import dev.fencepost.level.Cluster;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.TextFile;
import java.nio.file.Files;
import java.util.ArrayList;
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
final class ResumeCommand extends Subcommand {
  @Mixin private ProgressOption progress;

  @Parameters(paramLabel = "FOLDER", description = "The folder that --disk or --runs named.")
  private String folder;

  @Mixin private FormatOption format;

  @Mixin private ClusterOptions cluster;

  @Option(names = "--full", description = "Shows all steps of a long run.")
  private boolean full;

  @Option(names = "--no-trace", description = "Does not show the violating run.")
  private boolean noTrace;

  @Option(names = "--verbose", description = "Gives an account of each check, as 'check' does.")
  private boolean verbose;

  ResumeCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws InvalidInputException {
    if (cluster.isElsewhere()) {
      return cluster.runElsewhere();
    }
    progress.apply(terminal);
    Inputs inputs = new Inputs();
    List<CheckTask> tasks = folder().resume(inputs);
    CheckOutput output =
        format.isJson()
            ? all -> JsonOutput.write(terminal, JsonOutput.document(all, !noTrace))
            : new TextOutput(terminal, !noTrace, terminal.layout(full), CheckCommand.width(tasks));
    inputs.require(tasks);
    ExitStatus status = ExitStatus.HOLDS;
    List<CheckResult> results = new ArrayList<>();
    CheckListener all = CheckProgress.of(terminal, tasks, verbose);
    for (CheckTask task : tasks) {
      CheckListener one = all.next();
      CheckResult result = Checker.check(task, inputs, one);
      one.done(result.statistics().states());
      results.add(result);
      output.result(result);
      status = status.or(ExitStatus.of(result, false));
    }
    report(
        () -> {
          output.end(results);
          return results;
        });
    cluster.leave();
    return status.code();
  }

  private DiskFolder folder() throws InvalidInputException {
    Optional<Cluster> connected = cluster.connected();
    if (connected.isPresent()) {
      return DiskFolder.on(connected.get(), folder);
    }
    if (!Files.isDirectory(TextFile.path(folder))) {
      throw new InvalidInputException("no such folder: " + folder);
    }
    return DiskFolder.here(folder);
  }
}
