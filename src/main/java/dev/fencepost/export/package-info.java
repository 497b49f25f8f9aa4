// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
/**
 * Programs and memory models as PROMELA, and SPIN as a second engine: an independent one that must
 * agree.
 */
@Room(
    imports = {
      "source",
      "ir",
      "property",
      "memorymodel",
      "transition",
      "trace",
      "verdict",
      "machine",
      "explore",
      "check",
      "suite"
    })
package dev.fencepost.export;

import dev.fencepost.Room;
