// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * The program as all later rooms see it: {@code Program} with its threads, instructions and
 * expressions; printer and verifier; static facts such as live registers and atomic blocks.
 */
@NullMarked
@Room(imports = {"budget", "collect", "source"})
package dev.fencepost.ir;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
