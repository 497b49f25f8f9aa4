// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Measured costs beside published ones: states, memory and time of the exported forms and of the
 * machine.
 */
@NullMarked
@Room(imports = {"budget", "source", "verdict", "check", "suite", "export", "spin"})
package dev.fencepost.benchmark;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
