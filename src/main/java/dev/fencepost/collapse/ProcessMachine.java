// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.collapse;

import dev.fencepost.transition.ProcessSystem.ProcessGenerator;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.BitSet;
import java.util.List;

/**
 * A machine of processes over shared bytes, as the collapse needs it. A state has the shared bytes
 * first, then the local state of each process.
 */
public interface ProcessMachine {

  /**
   * What is known of all states and steps of a machine.
   *
   * @param mostProcesses no state has more
   * @param lastFirst whether successors by the last process come first
   * @param sharedParts the shared parts, as sets of bytes that cover the shared bytes; at most one
   *     set if all of them are one part
   * @param notesSteps whether steps are taken again by each generator: where a step is noted by who
   *     takes it, as marks are, a memo table must not hide it
   * @param leavesOutRepeated whether only the states that are reached and violations matter, so
   *     that steps that lead to a known successor, or change nothing, may be left out
   * @param classifies whether {@link Stepper#classify} is to be asked; else all steps may be
   *     memoised
   */
  record Features(
      int mostProcesses,
      boolean lastFirst,
      List<BitSet> sharedParts,
      boolean notesSteps,
      boolean leavesOutRepeated,
      boolean classifies) {}

  Features features();

  Stepper newStepper();

  /** Takes the steps of single processes. */
  interface Stepper extends ProcessGenerator {

    /** Says where the parts of a state lie. */
    void locate(byte[] state, int offset, PartBounds out);

    /** Enters a state, which what follows is about. Successors are added to {@code out}. */
    void enter(byte[] state, int length, Successors out);

    /**
     * Adds the successors by one process, with {@link #actors} of each.
     *
     * @return whether it can take a step, though that may lead nowhere
     */
    boolean steps(int process) throws LimitException;

    /** Whether the steps taken last may depend on another process, or change one. */
    boolean concernsOthers();

    /** The class of a local state; for machines that classify them. */
    LocalState classify(int process);
  }
}
