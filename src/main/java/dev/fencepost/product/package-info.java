// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/** The product of a system, a Büchi automaton and fairness, as a system again. */
@NullMarked
@Room(imports = {"collect", "ltl", "transition"})
package dev.fencepost.product;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
