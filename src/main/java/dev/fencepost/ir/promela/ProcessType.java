// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.promela;

import java.util.List;
import java.util.Optional;

/**
 * A proctype, {@code init} or never claim.
 *
 * @param parameters how many of the variables come first and are given by {@code run}
 * @param bytes what its variables take in a state
 * @param points by number, from 1; point 0 is nowhere
 * @param provided what must hold for a step of this type
 */
public record ProcessType(
    String name,
    List<Variable> variables,
    int parameters,
    int bytes,
    List<ControlPoint> points,
    int start,
    Optional<PromelaExpr> provided) {
  public ProcessType {
    variables = List.copyOf(variables);
    points = List.copyOf(points);
  }

  /** The transitions of all control points. */
  public List<Transition> transitions() {
    return points.stream().flatMap(point -> point.transitions().stream()).toList();
  }
}
