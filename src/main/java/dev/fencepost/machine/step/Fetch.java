// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.step;

/** How fetch goes on after an instruction. */
enum Fetch {
  /** The next instruction can be fetched. */
  ON,
  /** The thread needs a visible step first. */
  STOP,
  /** The run was dropped, has ended in a violation, or goes on in forks. */
  GONE
}
