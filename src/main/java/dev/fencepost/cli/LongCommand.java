// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.source.InvalidInputException;
import picocli.CommandLine.Option;

/** A command that may take long, and shows its progress in a file or pipe if asked for it. */
abstract class LongCommand extends Subcommand {
  @Option(
      names = "--progress",
      description =
          "Writes a line of progress now and then where the error output is no terminal; on a"
              + " terminal there is always one.")
  private boolean progress;

  @Override
  public Integer call() throws InvalidInputException {
    if (progress) {
      terminal.askProgress();
    }
    return super.call();
  }
}
