// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/** Symmetry: interchangeable threads and objects, and the canonical form of a global state. */
@NullMarked
@Room(
    imports = {
      "source",
      "ir",
      "ir.footprint",
      "property",
      "transition",
      "machine.window",
      "machine.step",
      "machine.independence"
    })
package dev.fencepost.machine.symmetry;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
