// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Inputs;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.TextFile;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Goes on with checks whose states are in a folder. */
@Command(
    name = "resume",
    description =
        "Goes on with the checks of 'check --disk FOLDER', where they ended before their time.",
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

  @Parameters(paramLabel = "FOLDER", description = "The folder that --disk named.")
  private String folder;

  @Mixin private FormatOption format;

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
    progress.apply(terminal);
    List<CheckTask> tasks = new DiskFolder(TextFile.path(folder)).resume();
    CheckOutput output =
        format.isJson()
            ? all -> JsonOutput.write(terminal, JsonOutput.document(all, !noTrace))
            : new TextOutput(terminal, !noTrace, terminal.layout(full), CheckCommand.width(tasks));
    Inputs inputs = new Inputs();
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
    return status.code();
  }
}
