// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.ir.Program;
import dev.fencepost.machine.parts.PartNumbers;
import dev.fencepost.transition.TransitionSystem;

/** The machine as a system whose states are the numbers of their parts. */
public final class CollapsedMachine implements TransitionSystem {
  private final RelaxedMachine machine;
  private final PartNumbers parts = new PartNumbers(1, Program.MAX_THREADS);

  CollapsedMachine(RelaxedMachine machine) {
    this.machine = machine;
  }

  @Override
  public Generator newGenerator() {
    return new RememberingGenerator(machine, parts);
  }

  /** A state of this system as the machine itself packs it. */
  public byte[] expanded(byte[] bytes, int offset, int length) {
    int count = length / Integer.BYTES;
    byte[] state = new byte[parts.length(bytes, offset, count)];
    parts.expand(bytes, offset, count, state);
    return state;
  }

  @Override
  public boolean hasNumbers() {
    return true;
  }

  @Override
  public boolean wastesNumbers(long states) {
    return parts.isWaste(states);
  }

  @Override
  public long bytes() {
    return parts.bytes();
  }
}
