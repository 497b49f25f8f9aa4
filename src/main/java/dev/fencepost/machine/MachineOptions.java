// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

/**
 * How the machine runs.
 *
 * @param window the most instances of one control-flow cycle that a window holds, where that cycle
 *     never empties it (DESIGN section 2, bounds)
 */
public record MachineOptions(int window) {
  public static final MachineOptions DEFAULT = new MachineOptions(6);
}
