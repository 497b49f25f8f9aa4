// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * The waist: a {@code TransitionSystem} of packed states, the {@code Representation} of its states
 * in a store, and the views that a system may offer: actions, atoms, processes, canonical forms.
 *
 * <p>Knows no language and no memory model.
 */
@NullMarked
@Room(imports = {"budget", "collect"})
package dev.fencepost.transition;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
