// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.ProcessType;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.ir.promela.Transition;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Live variables of a process. Dead ones are set to 0, so that states that differ in them alone
 * become one. Arrays are always live.
 */
final class Liveness {
  private final ProcessType type;
  private final LiveVariables variables;
  private final BitSet[] live;

  Liveness(ProcessType type) {
    this.type = type;
    variables = new LiveVariables(Place.Region.LOCAL, type.variables(), variable -> true);
    List<LiveVariables.Step> steps = new ArrayList<>();
    for (int i = 0; i < type.points().size(); i++) {
      for (Transition step : type.points().get(i).transitions()) {
        Accesses accesses = Accesses.of(step.statement());
        boolean simple = !(step.statement() instanceof Statement.DeterministicStep);
        BitSet reads = variables.at(accesses.reads().stream());
        BitSet writes = simple ? variables.at(accesses.writes().stream()) : new BitSet();
        steps.add(new LiveVariables.Step(i, reads, writes, step.target()));
      }
    }
    live = LiveVariables.live(type.points().size(), steps);
  }

  /** The bytes of the variables that are dead after a step, as pairs of first and end. */
  int[] dead(int point, Transition step) {
    BitSet left = (BitSet) live[point].clone();
    left.or(variables.at(Accesses.of(step.statement()).places()));
    if (point == type.start()) {
      left.or(variables.all());
    }
    left.andNot(live[step.target()]);
    return variables.bytes(left);
  }
}
