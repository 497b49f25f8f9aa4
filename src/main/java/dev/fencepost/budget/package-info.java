// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/** Time and memory of a piece of work: one deadline, one heap, one request to stop. */
@NullMarked
@Room(imports = {})
package dev.fencepost.budget;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
