// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Footprints: the cells that threads may still access, from a static analysis of addresses, and the
 * partition of threads that share one memory.
 */
@NullMarked
@Room(imports = {"budget", "source", "ir"})
package dev.fencepost.ir.footprint;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
