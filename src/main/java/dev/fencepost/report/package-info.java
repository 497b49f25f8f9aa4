// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Text, JSON and graphs from verdicts and traces; never runs anything again.
 *
 * <p>Imports {@code source}, {@code trace} and {@code verdict}.
 */
package dev.fencepost.report;
