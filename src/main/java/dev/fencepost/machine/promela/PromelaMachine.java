// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.transition.TransitionSystem;

/** A Promela model as a system of states and steps. */
public final class PromelaMachine implements TransitionSystem {
  private final ProgramCode program;

  public PromelaMachine(PromelaModel model) {
    program = new ProgramCode(model);
  }

  @Override
  public Generator newGenerator() {
    return new PromelaGenerator(program, false);
  }
}
