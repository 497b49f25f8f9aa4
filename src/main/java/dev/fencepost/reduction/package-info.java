// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/** Wrappers that make a system smaller, each with a checker: partial order, symmetry. */
@NullMarked
@Room(imports = {"collect", "transition"})
package dev.fencepost.reduction;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
