// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.spark;

/** What spark-submit starts: the command line, which finds {@link SparkCluster} as a service. */
public final class Main {

  private Main() {}

  /** Runs a command and exits. */
  public static void main(String[] args) {
    dev.fencepost.cli.Main.main(args);
  }
}
