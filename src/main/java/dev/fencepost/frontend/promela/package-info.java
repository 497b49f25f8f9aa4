// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Promela as SPIN 6.5 reads it: text, preprocessing, tokens, and process types whose control points
 * and steps are those of SPIN's verifiers. Statements become elements of a flow graph as they are
 * read; only expressions and declarations have a tree.
 */
@NullMarked
@Room(imports = {"budget", "source", "source.preprocess", "ir.promela"})
package dev.fencepost.frontend.promela;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
