// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ltl;

/** Makes automata smaller, and leaves the words that they accept as they are. */
final class BuchiReduction {

  /** Beyond this the search for simulations takes too long. */
  private static final int SMALL = 400;

  private BuchiReduction() {}

  static BuchiAutomaton reduce(BuchiAutomaton automaton) {
    BuchiAutomaton reduced = FewestConditions.of(UsefulPart.of(automaton), false);
    if (reduced.states() > SMALL) {
      return reduced;
    }
    BuchiAutomaton before;
    do {
      before = reduced;
      for (boolean passing : new boolean[] {true, false}) {
        reduced = Simulation.reduce(FewestConditions.of(reduced, passing));
      }
      reduced = FewestConditions.of(reduced, false);
    } while (!reduced.equals(before));
    return reduced;
  }
}
