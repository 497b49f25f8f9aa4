// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * The waist: a system of states and actions, and the views of itself that it may offer.
 *
 * <p>Knows no language and no memory.
 */
@NullMarked
@Room(imports = {"budget", "collect"})
package dev.fencepost.transition;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
