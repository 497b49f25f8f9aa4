// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import java.util.OptionalLong;

/**
 * A thread that a program will start; if these threads are unknown, all that run one declaration.
 *
 * @param argument its argument, where that is known
 * @param spawn the position of the instruction that starts it, or {@link #AT_START}
 */
record PlannedThread(int declaration, OptionalLong argument, int spawn) {
  static final int AT_START = -1;
}
