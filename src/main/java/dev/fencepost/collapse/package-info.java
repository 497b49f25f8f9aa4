// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Collapsed states (Holzmann, State Compression in SPIN, 1997): each different part of a state,
 * what processes share and the local state of each, is interned and has an identifier; a state is
 * the list of its identifiers, or one word where a word has room for them. The successors by one
 * process are computed once for what the process sees, and kept in a memo table.
 *
 * <p>A machine says what its parts are and what a process may see by {@code ProcessMachine}; it
 * knows nothing of the rest.
 */
@NullMarked
@Room(imports = {"collect", "transition"})
package dev.fencepost.collapse;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
