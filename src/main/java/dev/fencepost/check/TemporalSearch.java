// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.CheckTask.Ltl;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.property.Property;
import dev.fencepost.reduction.TemporalReduction;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.TemporalSystem;
import java.util.Optional;
import java.util.Set;

/**
 * The search for a run of a machine that violates a formula, with partial-order reduction where
 * that is sound and not switched off. Like a {@link ReducedSearch} it begins without.
 */
final class TemporalSearch {
  private TemporalSearch() {}

  static LtlSearch run(
      CheckTask task, RelaxedMachine machine, Property.Temporal property, CheckListener heard)
      throws InvalidInputException {
    TemporalSystem system =
        machine.temporal(property, Set.copyOf(task.ltl().orElseThrow().fairTo()));
    boolean insists = task.strategy().with().contains(Optimisation.PARTIAL_ORDER);
    Optional<ActionSystem> actions =
        applies(task, property) ? machine.temporalActions() : Optional.empty();
    long most = Checker.options(task).limits().states();
    if (actions.isEmpty() || !insists && most <= ReducedSearch.LARGE) {
      return LtlSearch.run(task, system, property.formula(), property.span(), heard);
    }
    CheckTask rest = task;
    if (!insists) {
      CheckTask small = task.withBounds(task.bounds().withStates(ReducedSearch.LARGE));
      LtlSearch first = LtlSearch.run(small, system, property.formula(), property.span(), heard);
      if (!first.isLarge()) {
        return first;
      }
      rest = first.rest(task);
    }
    TemporalReduction reduced = new TemporalReduction(system, actions.get());
    return LtlSearch.run(rest, reduced, property.formula(), property.span(), heard).of(task);
  }

  private static boolean applies(CheckTask task, Property.Temporal property) {
    boolean wanted =
        task.strategy().with().contains(Optimisation.PARTIAL_ORDER)
            || task.strategy().with().isEmpty()
                && !task.strategy().without().contains(Optimisation.PARTIAL_ORDER);
    return wanted && task.ltl().filter(Ltl::fair).isEmpty() && !property.formula().usesNext();
  }
}
