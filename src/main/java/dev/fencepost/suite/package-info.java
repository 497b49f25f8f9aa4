// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Many checks at once: tables, folders, comparisons of models.
 *
 * <p>Imports {@code check} and all that {@code check} may import.
 */
package dev.fencepost.suite;
