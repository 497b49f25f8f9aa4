// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.order;

/**
 * How the machine runs.
 *
 * @param window the most instances of instructions on control-flow cycles that a window holds while
 *     its thread is on a cycle that never empties it (docs/machine.md, bounds)
 * @param instances the most instances that general laws may relate at a time
 * @param deadRegisters whether states hold registers that are not read again, which changes nothing
 *     but the number of states
 * @param stepCache whether steps that were taken are memoised, which changes nothing but the time
 * @param dropsMemory whether what no thread reads again is dropped from memories, and reflections
 *     that nobody can see take no step; what a state shows of such memories means nothing
 * @param sharesMemory whether threads that are locally free of races share a memory
 * @param laws how the laws of the memory model are run
 */
public record MachineOptions(
    int window,
    int instances,
    boolean deadRegisters,
    boolean stepCache,
    boolean dropsMemory,
    boolean sharesMemory,
    LawOptions laws) {
  public static final MachineOptions DEFAULT = new MachineOptions(6);

  /** The bound on instances where none is given. */
  public static final int USUAL_INSTANCES = 32;

  public MachineOptions(int window, int instances) {
    this(window, instances, false, true, false, false, LawOptions.ALL);
  }

  public MachineOptions(int window) {
    this(window, USUAL_INSTANCES);
  }

  public MachineOptions withDeadRegisters() {
    return new MachineOptions(window, instances, true, stepCache, dropsMemory, sharesMemory, laws);
  }

  public MachineOptions withoutStepCache() {
    return new MachineOptions(
        window, instances, deadRegisters, false, dropsMemory, sharesMemory, laws);
  }

  /** These options with fewer memories, and less in them. */
  public MachineOptions withFewerMemories(boolean drops, boolean shares) {
    return new MachineOptions(window, instances, deadRegisters, stepCache, drops, shares, laws);
  }

  public MachineOptions withLaws(LawOptions newLaws) {
    return new MachineOptions(
        window, instances, deadRegisters, stepCache, dropsMemory, sharesMemory, newLaws);
  }
}
