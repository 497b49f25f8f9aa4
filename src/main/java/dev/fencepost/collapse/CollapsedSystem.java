// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import dev.fencepost.transition.ProcessSystem;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A machine with collapsed states. It has the successors of the machine, in the same order. If only
 * states and violations matter, memoised steps without an effect, and those with the successor of
 * another step, are left out.
 */
public final class CollapsedSystem implements ProcessSystem {
  final ProcessMachine machine;
  final List<BitSet> sharedParts;
  final InternedParts parts;

  /** The memo tables of all generators, or null where each has its own. */
  private final @Nullable Memo memo;

  /** With the shared parts that the machine names. */
  public CollapsedSystem(ProcessMachine machine) {
    this(machine, machine.features().sharedParts());
  }

  private CollapsedSystem(ProcessMachine machine, List<BitSet> sharedParts) {
    this.machine = machine;
    this.sharedParts = sharedParts;
    parts = new InternedParts(shared(), machine.features().mostProcesses());
    memo = machine.features().notesSteps() ? null : newMemo(false);
  }

  /** This system with one shared part. */
  CollapsedSystem withOnePart() {
    return new CollapsedSystem(machine, List.of());
  }

  /** How many shared parts there are. */
  int shared() {
    return Math.max(1, sharedParts.size());
  }

  @Override
  public CollapsedGenerator newGenerator() {
    return new CollapsedGenerator(this, memo == null ? newMemo(true) : memo);
  }

  private Memo newMemo(boolean own) {
    return new Memo(shared(), machine.features().mostProcesses(), own);
  }

  boolean pays(long states) {
    return parts.pays(states) && (memo == null || !memo.isFull());
  }
}
