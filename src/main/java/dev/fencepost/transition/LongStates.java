// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.transition;

import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.TransitionSystem.LimitException;

/** Whether the states of a system are so long that it pays to store them in parts. */
final class LongStates {
  private static final int LONG = 32;
  private static final int STEPS = 100;

  private LongStates() {}

  /** Follows one run for a while: systems begin small. */
  static boolean in(TransitionSystem system) {
    Generator generator = system.newGenerator();
    Successors out = new Successors();
    try {
      generator.initial(out);
      for (int i = 0; i < STEPS && out.count() > 0; i++) {
        if (out.length(0) >= LONG) {
          return true;
        }
        byte[] state = out.state(0);
        generator.successors(state, 0, state.length, out);
      }
      return false;
    } catch (LimitException e) {
      // the search itself will come to it
      return false;
    }
  }
}
