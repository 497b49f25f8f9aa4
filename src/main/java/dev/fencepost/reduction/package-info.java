// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Reductions: wrappers that make a system smaller and keep its verdicts. {@code
 * PartialOrderReduction} and {@code TemporalReduction} expand stubborn sets; {@code
 * SymmetryReduction} is the quotient by canonical forms. {@code docs/DEVELOPING.md} says how to add
 * one.
 */
@NullMarked
@Room(imports = {"collect", "transition"})
package dev.fencepost.reduction;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
