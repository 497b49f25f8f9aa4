// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.trace;

import java.util.List;

/**
 * What is known of a run that repeats a part for ever.
 *
 * @param formula that the run violates
 * @param atoms of the formula
 * @param stopped the threads that can go on all along the loop and take no step
 * @param putOff the threads whose oldest instruction under way could be done all along the loop and
 *     never is
 */
public record LoopFacts(
    String formula, List<Atom> atoms, List<Integer> stopped, List<Integer> putOff) {
  public LoopFacts {
    atoms = List.copyOf(atoms);
    stopped = List.copyOf(stopped);
    putOff = List.copyOf(putOff);
  }

  /**
   * An atom.
   *
   * @param steps behind which it is true
   */
  public record Atom(String text, List<Integer> steps) {
    public Atom {
      steps = List.copyOf(steps);
    }
  }
}
