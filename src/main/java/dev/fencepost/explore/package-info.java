// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Searches through a transition system: state stores, frontiers, limits, progress.
 *
 * <p>Imports {@code collect}, {@code transition} and {@code verdict}.
 */
package dev.fencepost.explore;
