// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Wrappers that make a system smaller, each with a checker: partial order, symmetry.
 *
 * <p>Imports {@code collect} and {@code transition}.
 */
package dev.fencepost.reduction;
