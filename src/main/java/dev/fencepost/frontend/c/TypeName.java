// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.source.SourceSpan;

/** A type as it was written: in a cast, in {@code sizeof}, or of a parameter. */
record TypeName(Specifiers specifiers, Declarator declarator, SourceSpan span) {}
