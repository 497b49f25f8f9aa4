// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How many checks of a command run at once. */
final class ThreadsOption {
  /** More of them than this, and than there are cores, only take memory from each other. */
  private static final int MOST = 64;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many checks run side by side (all cores).")
  private int threads = Runtime.getRuntime().availableProcessors();

  /** The number, at least one, and no more than help. */
  int count() {
    if (threads < 1) {
      throw new ParameterException(spec.commandLine(), "--threads must be at least 1");
    }
    return Math.min(threads, Math.max(MOST, Runtime.getRuntime().availableProcessors()));
  }
}
