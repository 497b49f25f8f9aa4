// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Arguments in, exit status out: the only room that prints or exits.
 *
 * <p>Imports {@code check}, {@code suite}, {@code report}, {@code verdict} and {@code source}.
 */
package dev.fencepost.cli;
