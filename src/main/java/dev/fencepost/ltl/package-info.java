// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Formulas of linear temporal logic, and their translation to small Büchi automata.
 *
 * <p>{@code FormulaParser} reads a {@code LtlFormula}; {@code BuchiTranslation} makes its {@code
 * BuchiAutomaton}. The caller defines the atoms.
 */
@NullMarked
@Room(imports = {"budget", "source", "collect"})
package dev.fencepost.ltl;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
