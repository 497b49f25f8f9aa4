// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import java.util.List;

/**
 * What the launcher records its start-up archive from: runs that between them go through most of
 * the code, and through what is to start fast.
 */
final class Rehearsal {
  private static final List<String> COMMANDS =
      List.of(
          "table oopsla17",
          "litmus library/litmus --model sc,tso,pso-no,rmo-v9",
          "check library/gc/sapphire/transactional/copying.pml",
          "check library/gc/sapphire/transactional/hash.pml -D N_MUTATORS=1 -D UNLOCK_REPAIRED"
              + " --fair");

  private Rehearsal() {}

  public static void main(String[] args) {
    Terminal terminal = Terminal.ofProcess();
    for (String command : COMMANDS) {
      int status = Main.run(terminal, command.split(" ", -1));
      if (status != ExitStatus.HOLDS.code()) {
        System.exit(status);
      }
    }
    System.exit(ExitStatus.HOLDS.code());
  }
}
