// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.machine.parts.CollapsedSystem;
import dev.fencepost.machine.parts.PartNumbers;
import dev.fencepost.machine.parts.RememberedSteps;
import java.util.Optional;

/** A model as a system whose states are the numbers of their parts. */
final class CollapsedPromela implements CollapsedSystem {
  final PromelaProgram program;
  final Reduction reduction;
  final Cuts cuts;
  final PartNumbers numbers;
  final RememberedSteps remembered;

  /**
   * @param cut whether what is global is cut into parts where that promises something
   */
  CollapsedPromela(PromelaProgram program, Reduction reduction, boolean cut) {
    this.program = program;
    this.reduction = reduction;
    cuts = cut ? Cuts.of(program, new GlobalFootprints(program, reduction)) : Cuts.none(program);
    numbers = new PartNumbers(cuts.count(), PromelaFrame.MOST_PROCESSES + 1);
    remembered = new RememberedSteps(cuts.count(), PromelaFrame.MOST_PROCESSES + 1, false);
  }

  @Override
  public ProcessGenerator newGenerator() {
    return new CollapsedGenerator(this);
  }

  @Override
  public PartNumbers parts() {
    return numbers;
  }

  @Override
  public boolean isWaste(long states) {
    return numbers.isWaste(states) || remembered.isFull();
  }

  @Override
  public boolean wastesNumbers(long states) {
    return isWaste(states);
  }

  @Override
  public Optional<CollapsedSystem> withFewerParts() {
    return cuts.count() > 1
        ? Optional.of(new CollapsedPromela(program, reduction, false))
        : Optional.empty();
  }
}
