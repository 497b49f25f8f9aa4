// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Text as the user wrote it: places in it and messages about it. {@code TextScanner} cuts the small
 * languages into lexemes; {@code source.preprocess} makes the tokens of C and Promela.
 *
 * <p>A {@code Diagnostic} carries message, place and hint.
 */
@NullMarked
@Room(imports = {"budget"})
package dev.fencepost.source;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
