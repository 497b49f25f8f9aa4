// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/** The playground: a page on this machine that checks programs and steps through them. */
@NullMarked
@Room(
    imports = {
      "source",
      "budget",
      "trace",
      "verdict",
      "frontend",
      "frontend.litmus",
      "check",
      "report"
    })
package dev.fencepost.serve;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
