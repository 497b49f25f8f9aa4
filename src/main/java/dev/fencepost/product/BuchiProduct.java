// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.product;

import dev.fencepost.ltl.BuchiAutomaton;
import dev.fencepost.transition.AcceptingSystem;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.TemporalSystem;
import dev.fencepost.transition.TransitionSystem;
import java.util.List;

/**
 * The runs of a system that an automaton accepts. A state is the system's bytes and two more for
 * the automaton's state. Conditions are the automaton's, then those of the system: all of them
 * under weak fairness, else the required ones; so fairness adds no states.
 */
public final class BuchiProduct implements AcceptingSystem {
  final TemporalSystem system;
  final BuchiAutomaton automaton;
  final Fairness fairness;

  public BuchiProduct(TemporalSystem system, BuchiAutomaton automaton, Fairness fairness) {
    if (automaton.states() >= 1 << Character.SIZE) {
      throw new IllegalArgumentException("an automaton has at most 65,535 states");
    }
    this.system = system;
    this.automaton = automaton;
    this.fairness = fairness;
  }

  @Override
  public int conditions() {
    return automaton.conditions() + systemConditions();
  }

  /** How many of the system's conditions count. */
  int systemConditions() {
    return switch (fairness) {
      case NONE -> system.required();
      case WEAK -> system.conditions();
    };
  }

  @Override
  public AcceptingGenerator newGenerator() {
    return new ProductGenerator(this);
  }

  /** The run of the system under a run of the product, shortened. */
  public Lasso systemRun(Lasso run) throws TransitionSystem.LimitException {
    return new Projection(this).project(run);
  }

  /** The schedule of the system under a finite run of the product. */
  public List<Integer> systemSchedule(List<Integer> schedule)
      throws TransitionSystem.LimitException {
    return new Projection(this).project(schedule);
  }
}
