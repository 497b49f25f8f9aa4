// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Programs under memory models as PROMELA, in two forms: uniform (guarded clauses, all models
 * without speculation) and direct (processes and store buffers). Runs nothing.
 */
@NullMarked
@Room(
    imports = {
      "budget",
      "source",
      "ir",
      "ir.footprint",
      "property",
      "memorymodel",
      "check",
      "machine.window"
    })
package dev.fencepost.export;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
