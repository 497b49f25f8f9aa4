// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Fences that a program lacks, and those that it does not need: places in the source, the cheapest
 * assignment of fences that makes checks hold, and the patch.
 */
@NullMarked
@Room(
    imports = {
      "budget",
      "source",
      "ir",
      "property",
      "mapping",
      "memorymodel",
      "machine.window",
      "trace",
      "verdict",
      "check",
      "suite"
    })
package dev.fencepost.fences;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
