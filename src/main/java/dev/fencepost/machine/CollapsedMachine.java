// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.ir.Program;
import dev.fencepost.machine.parts.CollapsedSystem;
import dev.fencepost.machine.parts.PartNumbers;

/** The machine as a system whose states are the numbers of their parts. */
final class CollapsedMachine implements CollapsedSystem {
  private final RelaxedMachine machine;
  private final PartNumbers parts = new PartNumbers(1, Program.MAX_THREADS);

  CollapsedMachine(RelaxedMachine machine) {
    this.machine = machine;
  }

  @Override
  public Generator newGenerator() {
    return new RememberingGenerator(machine, parts);
  }

  @Override
  public PartNumbers parts() {
    return parts;
  }

  @Override
  public boolean isWaste(long states) {
    return parts.isWaste(states);
  }
}
