// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/** Arguments in, exit status out: the only room that prints or exits. */
@NullMarked
@Room(
    imports = {
      "budget",
      "source",
      "source.preprocess",
      "trace",
      "verdict",
      "frontend",
      "level",
      "check",
      "report",
      "suite",
      "fences",
      "export",
      "spin",
      "compare",
      "serve",
      "benchmark"
    })
package dev.fencepost.cli;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
