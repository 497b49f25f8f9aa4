// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.parts;

import java.util.concurrent.atomic.AtomicReference;

/**
 * What the own steps of processes lead to: by the process and by the numbers of what it sees of
 * what is shared and of the process, those that come of each step. For one generator, or for many
 * at once. When there is no more room everything is forgotten.
 */
public final class RememberedSteps {
  /** The number of a process that has ended. */
  public static final int GONE = 0;

  private final int shared;
  private final int processes;
  private final boolean own;
  private final AtomicReference<StepTables> tables;

  /**
   * Of up to so many processes.
   *
   * @param shared how many parts what is shared has
   * @param own whether they are for one generator, and others have theirs
   */
  public RememberedSteps(int shared, int processes, boolean own) {
    this.shared = shared;
    this.processes = processes;
    this.own = own;
    tables = new AtomicReference<>(new StepTables(shared, processes, own));
  }

  /** How many parts what is shared has. */
  int shared() {
    return shared;
  }

  /** What is remembered now. Who uses it may go on with it when it is forgotten. */
  public StepTables tables() {
    return tables.get();
  }

  /** Whether there is no more room for what processes see. */
  public boolean isFull() {
    return tables.get().views().isFull();
  }

  /** Forgets everything where it takes too much room. */
  public void checkRoom() {
    StepTables now = tables.get();
    if (now.isFull()) {
      tables.compareAndSet(now, new StepTables(shared, processes, own));
    }
  }
}
