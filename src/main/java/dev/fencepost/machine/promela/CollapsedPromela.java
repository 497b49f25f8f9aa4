// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.machine.parts.RememberedSteps;
import dev.fencepost.transition.TransitionSystem;

/** A model as a system whose states are the numbers of their parts. */
final class CollapsedPromela implements TransitionSystem {
  private final ProgramCode program;
  private final Reduction reduction;
  private final Components components;
  private final RememberedSteps remembered = new RememberedSteps(Frame.MOST_PROCESSES + 1);

  CollapsedPromela(ProgramCode program, Reduction reduction) {
    this.program = program;
    this.reduction = reduction;
    components = new Components(program);
  }

  @Override
  public ProcessGenerator newGenerator() {
    return new CollapsedGenerator(program, components, reduction, remembered);
  }

  @Override
  public boolean hasNumbers() {
    return true;
  }

  @Override
  public long bytes() {
    return components.numbers.bytes();
  }
}
