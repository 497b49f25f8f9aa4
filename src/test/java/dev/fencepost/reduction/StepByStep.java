// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.TransitionSystem;

/** The reduced system whose steps are steps of the system: chains of them are not joined. */
public record StepByStep(ActionSystem system) implements TransitionSystem {
  @Override
  public Generator newGenerator() {
    return new ReducedGenerator(system.newGenerator());
  }
}
