// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import dev.fencepost.transition.ActionSystem;
import dev.fencepost.transition.RunReplay;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem;
import java.util.List;

/**
 * A system with fewer interleavings of steps that do not get in each other's way. From each state
 * it takes the steps of one stubborn set, or all.
 *
 * <p>All states without a step are kept; so are violations by a step, the passing of marks, and, as
 * the actions that write what an invariant reads all conflict, violations of invariants. Runs are
 * not: of a violation there may be only longer ones. For this no step may be put off for ever by
 * going round in cycles (Valmari: Stop it, and be stubborn!, 2015, condition S): a set is taken
 * only where some path of the reduced system gets further ahead than the state is, by {@link
 * ActionSystem.ActionGenerator#progress}; as there is a most, a state that takes all steps comes
 * some day. That is found by looking ahead, so that no search has to know of it.
 */
public final class PartialOrderReduction implements TransitionSystem {
  private final ActionSystem system;
  private final boolean chains;

  private PartialOrderReduction(ActionSystem system, boolean chains) {
    this.system = system;
    this.chains = chains;
  }

  /** The reduced system, in which steps without an alternative are part of those before them. */
  public static PartialOrderReduction of(ActionSystem system) {
    return new PartialOrderReduction(system, true);
  }

  /** The reduced system, each step of which is one of the system. */
  public static PartialOrderReduction stepByStep(ActionSystem system) {
    return new PartialOrderReduction(system, false);
  }

  /** The run of the system itself that a run of the reduced one goes along. */
  public List<Integer> systemSchedule(List<Integer> schedule) throws LimitException {
    ChainGenerator generator =
        new ChainGenerator(new ReducedGenerator(system.newActionGenerator()), chains);
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
  public Generator newGenerator() {
    ReducedGenerator generator = new ReducedGenerator(system.newActionGenerator());
    return chains ? new ChainGenerator(generator, true) : generator;
  }
}
