// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Writes that reach threads by themselves: what a thread sees, what fences carry along, and which
 * writes need not be kept any more (docs/adr/11-propagation.md).
 */
@NullMarked
@Room(imports = {"ir.footprint", "machine.ahead", "machine.order", "machine.window"})
package dev.fencepost.machine.propagation;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
