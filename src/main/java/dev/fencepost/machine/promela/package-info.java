// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * The Promela machine: processes interleave, statement by statement, as in SPIN's verifiers.
 * Without reductions it has the states of SPIN, and as many.
 *
 * <p>A state is one run of bytes: the number of processes, the global variables and channels, then
 * for each process its type, control point, variables and channels. Statements are compiled to byte
 * code that works on these bytes.
 */
@NullMarked
@Room(imports = {"budget", "source", "ir.promela", "property", "transition", "trace", "collapse"})
package dev.fencepost.machine.promela;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
