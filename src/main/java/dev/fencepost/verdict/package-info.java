// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * What a check found: it holds, it is violated, or the search was inconclusive; with statistics.
 *
 * <p>Imports {@code source} and {@code trace}.
 */
package dev.fencepost.verdict;
