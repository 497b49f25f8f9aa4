// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/** A counterexample as data: steps, memory and what was reordered. */
@NullMarked
@Room(imports = {"source"})
package dev.fencepost.trace;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
