// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.machine.parts.PartNumbers;
import dev.fencepost.machine.parts.RememberedSteps;
import dev.fencepost.transition.TransitionSystem;

/** A model as a system whose states are the numbers of their parts. */
final class CollapsedPromela implements TransitionSystem {
  final ProgramCode program;
  final Reduction reduction;
  final Cuts cuts;
  final PartNumbers numbers;
  final RememberedSteps remembered;

  /**
   * @param cut whether what is global is cut into parts where that promises something
   */
  CollapsedPromela(ProgramCode program, Reduction reduction, boolean cut) {
    this.program = program;
    this.reduction = reduction;
    cuts = cut ? Cuts.of(program, new Footprints(program, reduction)) : Cuts.none(program);
    numbers = new PartNumbers(cuts.count(), Frame.MOST_PROCESSES + 1);
    remembered = new RememberedSteps(cuts.count(), Frame.MOST_PROCESSES + 1);
  }

  @Override
  public ProcessGenerator newGenerator() {
    return new CollapsedGenerator(this);
  }

  @Override
  public boolean hasNumbers() {
    return true;
  }

  @Override
  public boolean wastesNumbers(long states) {
    return numbers.isWaste(states) || remembered.isFull();
  }

  @Override
  public long bytes() {
    return numbers.bytes();
  }
}
