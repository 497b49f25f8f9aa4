// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import dev.fencepost.ir.footprint.Footprints;
import dev.fencepost.property.Property;
import dev.fencepost.transition.ActionSystem;
import java.util.List;

/** The relaxed machine with its actions told apart. */
final class ActionMachine implements ActionSystem {
  private final RelaxedMachine machine;
  private final Futures futures;

  ActionMachine(RelaxedMachine machine, List<Property> properties) {
    this.machine = machine;
    futures =
        new Futures(machine.program, Footprints.of(machine.program.program, false), properties);
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
