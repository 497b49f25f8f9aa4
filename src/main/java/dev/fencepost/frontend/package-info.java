// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/** The registry of front ends: which language a file is in, and what its text means. */
@NullMarked
@Room(
    imports = {
      "source",
      "source.preprocess",
      "property",
      "frontend.c",
      "frontend.litmus",
      "frontend.packets",
      "frontend.promela"
    })
package dev.fencepost.frontend;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
