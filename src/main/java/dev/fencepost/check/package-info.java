// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * The one place where the parts are wired together: a {@code CheckTask} in, a {@code CheckResult}
 * out. This is also the public Java API.
 */
@NullMarked
@Room(
    imports = {
      "budget",
      "source",
      "source.preprocess",
      "ir",
      "ir.footprint",
      "ir.promela",
      "ltl",
      "property",
      "frontend",
      "frontend.c",
      "frontend.litmus",
      "frontend.packets",
      "memorymodel",
      "transition",
      "trace",
      "verdict",
      "report",
      "machine.promela",
      "reduction",
      "product",
      "explore",
      "level",
      "machine",
      "machine.order",
      "machine.step"
    })
package dev.fencepost.check;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
