// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Formulas of linear temporal logic, and their translation to small Büchi automata.
 *
 * <p>Text to {@code LtlFormula} by {@code FormulaParser}; formula to {@code BuchiAutomaton} by
 * {@code BuchiTranslation}. What an atom means is the affair of who supplies it.
 */
@NullMarked
@Room(imports = {"source", "collect"})
package dev.fencepost.ltl;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
