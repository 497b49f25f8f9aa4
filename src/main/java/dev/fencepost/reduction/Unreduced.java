// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reduction;

import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem;
import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds the run of a system that a run of its partial-order reduction is. */
public final class Unreduced {

  private Unreduced() {}

  /** The indices, in the system itself, of a run of the reduced one. */
  public static List<Integer> schedule(
      TransitionSystem reduced, TransitionSystem system, List<Integer> schedule)
      throws LimitException {
    Generator narrow = reduced.newGenerator();
    Generator wide = system.newGenerator();
    Successors some = new Successors();
    Successors all = new Successors();
    List<Integer> indices = new ArrayList<>();
    byte[] state = null;
    for (int index : schedule) {
      if (state == null) {
        narrow.initial(some);
        wide.initial(all);
      } else {
        narrow.successors(state, 0, state.length, some);
        wide.successors(state, 0, state.length, all);
      }
      indices.add(find(some, index, all));
      state = state(some, index);
    }
    return indices;
  }

  private static int find(Successors some, int index, Successors all) {
    byte[] sought = state(some, index);
    for (int i = 0; i < all.count(); i++) {
      if (all.code(i) == some.code(index) && Arrays.equals(sought, state(all, i))) {
        return i;
      }
    }
    throw new IllegalStateException("a step of the reduced system is none of the system");
  }

  private static byte[] state(Successors successors, int index) {
    int start = successors.start(index);
    return Arrays.copyOfRange(successors.bytes(), start, start + successors.length(index));
  }
}
