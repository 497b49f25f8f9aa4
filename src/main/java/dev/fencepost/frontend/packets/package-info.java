// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Work-packet collectors (docs/packets.md): a text becomes a tree, is checked, and becomes a C
 * model whose lines are those of the text, so that places and traces speak of it. The C front end
 * does the rest.
 */
@NullMarked
@Room(
    imports = {
      "source",
      "source.preprocess",
      "budget",
      "ir",
      "ltl",
      "property",
      "trace",
      "frontend.c"
    })
package dev.fencepost.frontend.packets;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
