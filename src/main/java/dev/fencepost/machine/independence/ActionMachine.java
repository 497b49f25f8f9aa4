// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.independence;

import dev.fencepost.machine.step.CompiledMachine;
import dev.fencepost.transition.ActionSystem;

/** The relaxed machine with its steps grouped into actions. */
public final class ActionMachine implements ActionSystem {
  private final CompiledMachine machine;
  private final Futures futures;

  public ActionMachine(CompiledMachine machine, Futures futures) {
    this.machine = machine;
    this.futures = futures;
  }

  @Override
  public Generator newGenerator() {
    return machine.newGenerator();
  }

  @Override
  public ActionGenerator newActionGenerator() {
    return new MachineActions(machine, futures);
  }
}
