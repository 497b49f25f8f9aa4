// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Collapsed states (Holzmann, State Compression in SPIN, 1997). The parts of a state are the shared
 * bytes and the local state of each process. Each part is interned and has an identifier; a state
 * is the list of its identifiers, or one word if they fit. A memo table holds the successors of a
 * process by its view: its local state and the shared parts that it may see.
 *
 * <p>A machine describes its parts and views by {@code ProcessMachine}, and knows nothing of the
 * rest.
 */
@NullMarked
@Room(imports = {"collect", "transition"})
package dev.fencepost.collapse;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
