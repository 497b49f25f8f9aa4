// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * The relaxed machine: a program under a memory model as a transition system. {@code
 * docs/machine.md} has the rules; {@code step} implements them on the states of {@code window} with
 * the laws of {@code order}. {@code independence} and {@code symmetry} are the input of reductions,
 * {@code explain} turns schedules into traces.
 */
@NullMarked
@Room(
    imports = {
      "source",
      "ir",
      "property",
      "memorymodel",
      "transition",
      "trace",
      "collapse",
      "machine.window",
      "machine.order",
      "machine.step",
      "machine.independence",
      "machine.symmetry",
      "machine.explain"
    })
package dev.fencepost.machine;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
