// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

/**
 * How the machine runs.
 *
 * @param window the most instances of instructions on control-flow cycles that a window holds while
 *     its thread is on a cycle that never empties it (docs/machine.md, bounds)
 * @param instances the most instances that general laws may relate at a time
 * @param deadRegisters whether states hold registers that are not read again, which changes nothing
 *     but the number of states
 * @param stepCache whether steps that were computed are remembered, which changes nothing but the
 *     time
 */
public record MachineOptions(int window, int instances, boolean deadRegisters, boolean stepCache) {
  public static final MachineOptions DEFAULT = new MachineOptions(6);

  public MachineOptions(int window, int instances) {
    this(window, instances, false, true);
  }

  public MachineOptions(int window) {
    this(window, 32);
  }

  public MachineOptions withDeadRegisters() {
    return new MachineOptions(window, instances, true, stepCache);
  }

  public MachineOptions withoutStepCache() {
    return new MachineOptions(window, instances, deadRegisters, false);
  }
}
