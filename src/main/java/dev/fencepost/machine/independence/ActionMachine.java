// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.independence;

import dev.fencepost.machine.step.CompiledMachine;
import dev.fencepost.transition.ActionSystem;

/** The relaxed machine with its steps grouped into actions. */
public record ActionMachine(CompiledMachine machine, Futures futures) implements ActionSystem {
  @Override
  public ActionGenerator newGenerator() {
    return new MachineActions(machine, futures);
  }
}
