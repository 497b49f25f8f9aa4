// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import java.util.List;

/**
 * The runs from which the launcher records its start-up archive. Together they load most classes,
 * and all classes of commands that must start fast.
 */
final class StartUpRecording {
  private static final List<String> COMMANDS =
      List.of(
          "table oopsla17",
          "litmus library/litmus --model sc,tso,pso-no,rmo-v9",
          "check library/gc/sapphire/transactional/copying.pml",
          "check library/gc/sapphire/transactional/hash.pml -D N_MUTATORS=1 -D UNLOCK_REPAIRED"
              + " --fair");

  private StartUpRecording() {}

  public static void main(String[] args) {
    Main.runAndExit(StartUpRecording::record);
  }

  private static int record(Terminal terminal) {
    for (String command : COMMANDS) {
      int status = Main.run(terminal, command.split(" ", -1));
      if (status != ExitStatus.HOLDS.code()) {
        return status;
      }
    }
    return ExitStatus.HOLDS.code();
  }
}
