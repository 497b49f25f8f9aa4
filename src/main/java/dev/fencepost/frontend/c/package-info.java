// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * C in: text to tokens to tree to checked tree to {@code ir.Program} and its properties.
 *
 * <p>Knows no other front end.
 */
@NullMarked
@Room(imports = {"budget", "source", "source.preprocess", "ir", "ir.footprint", "ltl", "property"})
package dev.fencepost.frontend.c;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
