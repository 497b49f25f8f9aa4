// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.trace;

import java.util.ArrayList;
import java.util.List;

/** Two accesses of one thread: {@code later} took effect although {@code earlier} had not. */
public record Reordering(TraceAccess earlier, TraceAccess later) {

  /** For each access that passed earlier ones, the last of these in program order. */
  static List<Reordering> in(List<TraceAccess> accesses) {
    List<Reordering> found = new ArrayList<>();
    for (TraceAccess later : accesses) {
      if (later.pending()) {
        continue;
      }
      TraceAccess passed = null;
      for (TraceAccess earlier : accesses) {
        boolean passes =
            earlier.thread() == later.thread()
                && earlier.order() < later.order()
                && (earlier.pending() || earlier.performedAt() > later.performedAt());
        if (passes && (passed == null || passed.order() < earlier.order())) {
          passed = earlier;
        }
      }
      if (passed != null) {
        found.add(new Reordering(passed, later));
      }
    }
    return List.copyOf(found);
  }
}
