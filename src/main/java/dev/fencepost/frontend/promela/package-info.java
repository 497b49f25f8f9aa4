// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Promela as SPIN 6.5 reads it: text, preprocessing, tokens, tree, and the lowering to process
 * types whose control points and steps are those of SPIN's verifiers.
 *
 * <p>Imports {@code source}, {@code ir}, {@code ltl} and {@code property}.
 */
package dev.fencepost.frontend.promela;
