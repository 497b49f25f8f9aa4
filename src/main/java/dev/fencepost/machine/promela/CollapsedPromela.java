// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.machine.parts.PartNumbers;
import dev.fencepost.machine.parts.RememberedSteps;
import dev.fencepost.transition.TransitionSystem;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** A model as a system whose states are the numbers of their parts. */
final class CollapsedPromela implements TransitionSystem {
  final PromelaProgram program;
  final Reduction reduction;
  final Cuts cuts;
  final PartNumbers numbers;
  final RememberedSteps remembered;

  /** The same with what is global in one part; null as long as nobody wanted it. */
  private final AtomicReference<CollapsedPromela> uncut = new AtomicReference<>();

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
  public boolean hasNumbers() {
    return true;
  }

  /** Who asks this system about its numbers goes on to do so where another took its place. */
  @Override
  public boolean wastesNumbers(long states) {
    CollapsedPromela now = uncut.get() == null ? this : uncut.get();
    return now.numbers.isWaste(states) || now.remembered.isFull();
  }

  @Override
  public Optional<TransitionSystem> withFewerNumbers() {
    if (cuts.count() > 1) {
      uncut.compareAndSet(null, new CollapsedPromela(program, reduction, false));
    }
    return Optional.ofNullable(uncut.get());
  }

  @Override
  public long bytes() {
    return numbers.bytes();
  }
}
