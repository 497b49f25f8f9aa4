// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Programs and models with their properties: assertions, invariants, reachability, deadlock, final
 * conditions, temporal formulas.
 */
@NullMarked
@Room(imports = {"source", "ir", "ir.footprint", "ir.promela", "ltl"})
package dev.fencepost.property;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
