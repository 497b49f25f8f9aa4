// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * SPIN as the engine of a check: runs it on exported models, reads its output, replays the runs
 * that it finds.
 */
@NullMarked
@Room(
    imports = {
      "budget",
      "source",
      "property",
      "transition",
      "verdict",
      "check",
      "export",
      "machine",
      "machine.explain",
      "machine.order"
    })
package dev.fencepost.spin;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
