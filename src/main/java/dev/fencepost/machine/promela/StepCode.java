// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

/**
 * A statement that has been made ready to run. Another way to run it, such as generated code, is
 * another implementation of this.
 */
interface StepCode {
  /** Whether the step can be taken; changes nothing in the state. */
  boolean enabled(PromelaFrame frame);

  /** Takes the step, which must be enabled. */
  void execute(PromelaFrame frame);
}
