// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Breadth-first search without a hash table. A level is a sorted run of states; to <em>expand</em>
 * a piece of a level gives sorted candidates, and to <em>merge</em> the candidates with the levels
 * before gives the next level. Runs lie in memory or in the files of a folder, as differences.
 *
 * <p>States are words where the representation has words, else bytes.
 */
@NullMarked
@Room(imports = {"budget", "collect", "explore", "transition"})
package dev.fencepost.level;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
