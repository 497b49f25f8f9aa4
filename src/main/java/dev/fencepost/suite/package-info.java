// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/** Many checks at once: tables, folders, comparisons of models. */
@NullMarked
@Room(
    imports = {
      "budget",
      "source",
      "ir",
      "property",
      "frontend",
      "frontend.litmus",
      "memorymodel",
      "trace",
      "verdict",
      "check"
    })
package dev.fencepost.suite;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
