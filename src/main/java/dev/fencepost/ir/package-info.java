// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * The program as all later rooms see it: threads, instructions, expressions, and what can be told
 * about them without running them.
 *
 * <p>Imports {@code source} and {@code collect}.
 */
package dev.fencepost.ir;
