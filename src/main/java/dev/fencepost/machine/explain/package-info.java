// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Explanation: a schedule replayed as a trace, with the reasons why instances waited, the sources
 * of reads and the cause of the violation.
 */
@NullMarked
@Room(
    imports = {
      "budget",
      "source",
      "ir",
      "ltl",
      "property",
      "memorymodel",
      "transition",
      "trace",
      "machine.window",
      "machine.order",
      "machine.step"
    })
package dev.fencepost.machine.explain;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
