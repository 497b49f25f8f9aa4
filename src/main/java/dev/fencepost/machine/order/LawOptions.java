// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.order;

/**
 * The optimisations of the SETTA'16 paper (section 3), each of which can be switched off: verdicts
 * stay the same.
 *
 * @param guards a step that a law forbids is not taken; else it is, and the run goes on but does
 *     not count
 * @param predicates states hold the order of steps only where an open premise asks for it; else
 *     that of all steps of the instances that laws may still relate
 * @param stages operations that no law distinguishes are one step; else an instance is fetched,
 *     issued and executed or reflected in steps of their own
 */
public record LawOptions(boolean guards, boolean predicates, boolean stages) {
  public static final LawOptions ALL = new LawOptions(true, true, true);
}
