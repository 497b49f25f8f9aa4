// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/** Searches through a transition system: state stores, frontiers, limits, progress. */
@NullMarked
@Room(imports = {"budget", "collect", "transition"})
package dev.fencepost.explore;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
