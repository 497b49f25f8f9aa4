// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * The registry of front ends: the language of a file, and its translation to a {@code
 * property.SourceModel}. {@code docs/DEVELOPING.md} says how to add one.
 */
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
