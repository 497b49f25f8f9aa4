// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Independence: the actions of a global state, their footprints and those of each thread's future,
 * and which actions conflict. Input of partial-order reduction.
 */
@NullMarked
@Room(
    imports = {
      "collect",
      "ir",
      "ir.footprint",
      "property",
      "transition",
      "machine.window",
      "machine.order",
      "machine.ahead",
      "machine.step"
    })
package dev.fencepost.machine.independence;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
