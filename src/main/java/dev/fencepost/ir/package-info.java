// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * The program as all later rooms see it: threads, instructions, expressions, and what is known of
 * them without a run.
 */
@NullMarked
@Room(imports = {"source"})
package dev.fencepost.ir;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
