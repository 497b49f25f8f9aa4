// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * The steps of the relaxed machine, rule by rule as in {@code docs/machine.md}:
 *
 * <ul>
 *   <li>fetch and local steps: {@code LocalSteps}; operands that become known: {@code Settling}
 *   <li>visible steps: {@code VisibleSteps}; the common part of each: {@code InstanceSteps}
 *   <li>loads, forwarding and reflection: {@code LoadsAndStores}; where writes reach threads by
 *       themselves, {@code PropagatedSteps}
 *   <li>compare-and-swap, fetch-and-modify, load-linked and store-conditional, mutexes: {@code
 *       ReadModifyWrites}
 *   <li>atomic and strong blocks: {@code AtomicBlocks}; a single instruction of them, and strong
 *       cells: {@code Execution}
 *   <li>start, join and end of threads: {@code ThreadLifecycle}
 *   <li>global states, their violations and marks: {@code Emitter}
 * </ul>
 *
 * <p>{@code CompiledMachine} holds the data that all rules share; {@code MachineGenerator} computes
 * successors.
 */
@NullMarked
@Room(
    imports = {
      "budget",
      "collect",
      "ir",
      "ir.footprint",
      "property",
      "memorymodel",
      "transition",
      "collapse",
      "mapping",
      "machine.ahead",
      "machine.window",
      "machine.order",
      "machine.propagation"
    })
package dev.fencepost.machine.step;

import dev.fencepost.Room;
import org.jspecify.annotations.NullMarked;
