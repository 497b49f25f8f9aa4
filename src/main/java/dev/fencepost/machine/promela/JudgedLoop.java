// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.LtlProperty;
import dev.fencepost.source.Origin;
import dev.fencepost.trace.LoopFacts;
import dev.fencepost.trace.NamedValue;
import dev.fencepost.trace.Trace;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.LassoSurvey;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The violation of an infinite run: of a formula, or by acceptance labels.
 *
 * @param machine whose steps the run takes
 */
record JudgedLoop(
    PromelaMachine machine, Origin violated, String message, Optional<LtlProperty> property) {

  /** Numbers of the model's atoms that the formula asks. */
  List<Integer> atoms() {
    return property.map(LtlProperty::atoms).orElse(List.of());
  }

  Trace.Failure failure(List<NamedValue> values) {
    return new Trace.Failure(violated.text(), message, -1, violated, values);
  }

  /**
   * The facts of the run; none where it has more processes than fairness is for.
   *
   * @param ends how many steps the trace has behind the start and behind each move
   */
  Optional<LoopFacts> facts(Lasso run, List<Integer> ends, int processes) {
    try {
      LassoSurvey survey =
          property.isPresent()
              ? LassoSurvey.of(machine.temporal(property.get()), run)
              : LassoSurvey.of(machine.acceptance(true), run);
      List<LoopFacts.Atom> values = new ArrayList<>();
      for (int i = 0; i < atoms().size(); i++) {
        String text = machine.model().atoms().get(atoms().get(i)).text();
        values.add(new LoopFacts.Atom(text, steps(survey.whenTrue(i), ends)));
      }
      List<Integer> stopped = survey.unmet(property.isPresent() ? 0 : 1, processes);
      return Optional.of(
          LoopFacts.of(
              LoopFacts.written(property.map(LtlProperty::formula).orElse(""), values),
              values,
              stopped,
              List.of(),
              List.of("--fair")));
    } catch (LimitException tooManyProcesses) {
      return Optional.empty();
    }
  }

  /**
   * The steps of a trace behind which an atom is true. A formula sees a move as a whole: inside,
   * the atom has the value from before.
   *
   * @param moves behind which it is true
   */
  private static List<Integer> steps(List<Integer> moves, List<Integer> ends) {
    List<Integer> steps = new ArrayList<>();
    for (int move : moves) {
      int next = move + 1 < ends.size() ? ends.get(move + 1) - 1 : ends.get(move);
      for (int step = ends.get(move) - 1; step < next; step++) {
        steps.add(step);
      }
    }
    return steps;
  }
}
