// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * What a check found: it holds, it is violated, or the search was inconclusive; with statistics and
 * warnings.
 */
@NullMarked
@Room(imports = {"source", "trace"})
package dev.fencepost.verdict;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
