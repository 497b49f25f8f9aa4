// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * What is checked: assertions, invariants, reachability, deadlock, final conditions.
 *
 * <p>Imports {@code source} and {@code ir}.
 */
package dev.fencepost.property;
