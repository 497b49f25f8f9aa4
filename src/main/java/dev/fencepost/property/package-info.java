// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * What is checked: assertions, invariants, reachability, deadlock, final conditions, temporal
 * formulas.
 */
@NullMarked
@Room(imports = {"source", "ir", "ir.footprint", "ir.promela", "ltl"})
package dev.fencepost.property;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
