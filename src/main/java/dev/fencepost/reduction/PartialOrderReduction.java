// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.RunReplay;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem;
import java.util.List;

/**
 * A system with fewer interleavings of independent steps. A state expands one stubborn set, or all
 * actions. Chains of steps without alternatives are joined to one step.
 *
 * <p>The reduction keeps all terminal states, violations by steps, marks, and violations of
 * invariants, because all actions that write an operand of an invariant conflict. It does not keep
 * the shortest runs. The proviso is that no action is ignored for ever in a cycle (Valmari: Stop
 * it, and be stubborn!, 2015, condition S): a stubborn set is expanded only if some path of the
 * reduced system leads to more {@link ActionSystem.ActionGenerator#progress} than the state has.
 * Progress has a maximum, so each path leads to a fully expanded state. {@link LookAhead} checks
 * that, so that searches need no proviso of their own.
 */
public record PartialOrderReduction(ActionSystem system) implements TransitionSystem {

  /** The run of the system along a run of the reduced system. */
  public List<Integer> systemSchedule(List<Integer> schedule) throws LimitException {
    ChainGenerator generator = newGenerator();
    Successors initial = new Successors();
    generator.initial(initial);
    RunReplay run = new RunReplay(system);
    run.go(initial.state(schedule.getFirst()));
    for (int index : schedule.subList(1, schedule.size())) {
      for (byte[] state : generator.path(run.state(), index)) {
        run.go(state);
      }
    }
    return run.schedule();
  }

  @Override
  public ChainGenerator newGenerator() {
    return new ChainGenerator(new ReducedGenerator(system.newGenerator()));
  }
}
