// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

/** Runs one statement of the process that a frame has at work. */
interface StepCode {
  /** Whether the statement is executable; leaves the state as it is. */
  boolean enabled(PromelaFrame frame);

  /** Executes the statement, which must be executable. */
  void execute(PromelaFrame frame);
}
