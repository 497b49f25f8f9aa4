// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.transition.TransitionSystem.Generator;

/** Takes steps, and tells which processes take part in them. */
interface ProcessGenerator extends Generator {

  /** The processes that took part in the step to a successor, as bits. */
  long actors(int index);

  /** The processes that could take a step in the state that was expanded last, as bits. */
  long movers();

  /** Shows a state as the machine sees it. */
  void load(byte[] bytes, int offset, int length, PromelaFrame target);
}
