// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Loads that ran ahead: which older values a thread may still read, and what its laws forbid it
 * (docs/adr/9-run-ahead.md).
 */
@NullMarked
@Room(imports = {"ir.footprint", "machine.order", "machine.window"})
package dev.fencepost.machine.ahead;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
