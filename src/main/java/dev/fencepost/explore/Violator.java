// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

/**
 * Where a violation was found.
 *
 * @param state the state that is violating, or whose step is
 * @param index of the step among the state's successors, or {@link #STATE_ITSELF}
 */
record Violator(int state, int index) {
  /** The parent of initial states, and the state before them. */
  static final int NO_STATE = -1;

  /** In place of an index, where a state and no step is the violation. */
  static final int STATE_ITSELF = -1;
}
