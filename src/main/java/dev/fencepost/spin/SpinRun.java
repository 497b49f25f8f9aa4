// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.spin;

import dev.fencepost.machine.explain.RunStep;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;

/**
 * The result of a SPIN search of an exported model.
 *
 * @param message the failed assertion, or what stopped the search; empty where all holds
 * @param states the states that it has stored
 * @param bytes the memory that they take
 * @param steps the steps that lead to the violation
 * @param finals the memory of end states, if asked for
 */
public record SpinRun(
    Outcome outcome,
    String message,
    long states,
    long bytes,
    double seconds,
    List<RunStep> steps,
    SortedSet<String> finals) {

  /** How a search ended. */
  public enum Outcome {
    HOLDS,
    VIOLATED,
    STOPPED
  }

  static SpinRun stopped(String message) {
    return new SpinRun(Outcome.STOPPED, message, 0, 0, 0, List.of(), Collections.emptySortedSet());
  }
}
