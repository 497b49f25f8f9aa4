// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * What is checked: assertions, invariants, reachability, deadlock, final conditions, temporal
 * formulas.
 *
 * <p>Imports {@code source}, {@code ir} and {@code ltl}.
 */
package dev.fencepost.property;
