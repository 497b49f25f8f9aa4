// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * The product of a system, a Büchi automaton and fairness, as a system again.
 *
 * <p>Imports {@code collect}, {@code transition} and {@code ltl}.
 */
package dev.fencepost.product;
