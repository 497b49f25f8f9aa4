// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * C's preprocessor, for every language that is read through it: tokens, macros, conditions,
 * headers. Each token keeps the place where the user wrote it, or the use of the macro it is of.
 * What a language has of its own is its {@code Dialect}.
 */
@NullMarked
@Room(imports = {"budget", "source"})
package dev.fencepost.source.preprocess;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
