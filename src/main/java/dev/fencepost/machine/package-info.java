// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Program and memory model joined to a transition system: the relaxed machine, which also explains
 * each of its steps to a person. {@code docs/machine.md} has the rules; here is where each of them
 * lives, in the same order:
 *
 * <ul>
 *   <li>threads, windows, instances and their operands: {@code ThreadState}; all of it with memory:
 *       {@code State}
 *   <li>fetch, and what is no state: {@code LocalSteps}; what becomes known in a window: {@code
 *       Settling}
 *   <li>when an instance takes its step: {@code VisibleSteps}; what each such step consists of:
 *       {@code InstanceSteps}
 *   <li>loads, forwarding and reflection: {@code LoadsAndStores}
 *   <li>compare-and-swap, fetch-and-modify, load-linked and store-conditional, mutexes: {@code
 *       ReadModifyWrites}
 *   <li>atomic and strong blocks: {@code AtomicBlocks}; one instruction of them, and strong cells:
 *       {@code Execution}
 *   <li>threads that start, join and end: {@code ThreadLifecycle}
 *   <li>order, fences, C11 orders, speculation: {@code OrderRules}, from a model's table; all other
 *       laws: {@code GeneralLaws}
 *   <li>violations, marks and what a state of the search is: {@code Emitter}, {@code Violations}
 *   <li>traces: {@code Explainer}
 * </ul>
 */
@Room(
    imports = {
      "source",
      "collect",
      "ir",
      "ir.footprint",
      "property",
      "memorymodel",
      "transition",
      "trace",
      "collapse"
    })
package dev.fencepost.machine;

import dev.fencepost.Room;
