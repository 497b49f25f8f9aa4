// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * The Promela machine: processes take turns, statement by statement, as in SPIN's verifiers, so
 * that without reductions the states are the same and as many.
 *
 * <p>A state is one run of bytes: the number of processes, the global variables and channels, then
 * for each process its type, control point, variables and channels. It is worked on as it is.
 */
@NullMarked
@Room(imports = {"source", "ir.promela", "property", "transition", "trace", "collapse"})
package dev.fencepost.machine.promela;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
