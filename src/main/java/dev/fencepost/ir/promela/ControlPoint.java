// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.promela;

import java.util.List;

/**
 * A place in the code where a process can stand.
 *
 * @param end whether a process may stop here for ever
 */
public record ControlPoint(
    List<Transition> transitions, boolean end, boolean progress, boolean accept) {
  public ControlPoint {
    transitions = List.copyOf(transitions);
  }
}
