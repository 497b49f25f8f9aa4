// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * One model checked by several engines: the machine, our own Promela machine and SPIN, which must
 * agree.
 */
@NullMarked
@Room(
    imports = {
      "budget",
      "source",
      "ir",
      "property",
      "frontend",
      "verdict",
      "explore",
      "check",
      "suite",
      "export",
      "spin",
      "machine",
      "machine.order",
      "machine.step"
    })
package dev.fencepost.compare;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
