// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * A plain machine for processors that execute loads ahead of branches, without guesses: a load that
 * ran ahead reads an older value. It keeps all writes and reduces nothing.
 */
package dev.fencepost.reference.runahead;
