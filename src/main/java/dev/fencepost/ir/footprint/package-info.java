// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * What threads may still access, found without running the program: an address analysis, the
 * footprints that it gives, and which threads can share one memory.
 */
@NullMarked
@Room(imports = {"source", "ir"})
package dev.fencepost.ir.footprint;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
