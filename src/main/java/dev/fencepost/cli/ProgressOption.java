// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import picocli.CommandLine.Option;

/** Whether a command that may take long shows its progress in a file or pipe, too. */
final class ProgressOption {
  @Option(
      names = "--progress",
      description =
          "Writes a line of progress now and then where the error output is no terminal; on a"
              + " terminal there is always one.")
  private boolean asked;

  /** The terminal, with the progress that is asked for. */
  void apply(Terminal terminal) {
    if (asked) {
      terminal.askProgress();
    }
  }
}
