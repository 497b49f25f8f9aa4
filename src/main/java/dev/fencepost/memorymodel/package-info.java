// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Memory models: which earlier access must finish before a later one may go, and where that table
 * comes from.
 */
@NullMarked
@Room(imports = {"source"})
package dev.fencepost.memorymodel;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
