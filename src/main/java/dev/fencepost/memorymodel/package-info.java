// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Memory models: the law language, the order table for laws of program order, and the evaluator of
 * all other laws, generic in the values that an algebra gives.
 */
@NullMarked
@Room(imports = {"budget", "source"})
package dev.fencepost.memorymodel;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
