// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * A Promela model after checking: process types as control-flow graphs in which every transition is
 * one statement and one step, channels, and variables that have their places in the state.
 */
@NullMarked
@Room(imports = {"source"})
package dev.fencepost.ir.promela;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
