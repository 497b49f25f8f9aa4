// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Two accesses of one thread: {@code later} took effect although {@code earlier} had not. */
public record Reordering(TraceAccess earlier, TraceAccess later) {

  /**
   * For each access that passed earlier ones, the last of these in program order.
   *
   * @param accesses those of a thread in program order
   */
  static List<Reordering> in(List<TraceAccess> accesses) {
    List<Reordering> found = new ArrayList<>();
    Map<Integer, List<TraceAccess>> threads = new HashMap<>();
    Map<Integer, Integer> latest = new HashMap<>();
    for (TraceAccess later : accesses) {
      List<TraceAccess> before =
          threads.computeIfAbsent(later.thread(), thread -> new ArrayList<>());
      if (!later.pending() && latest.getOrDefault(later.thread(), 0) > later.performedAt()) {
        before.reversed().stream()
            .filter(earlier -> time(earlier) > later.performedAt())
            .findFirst()
            .ifPresent(earlier -> found.add(new Reordering(earlier, later)));
      }
      before.add(later);
      latest.merge(later.thread(), time(later), Math::max);
    }
    return List.copyOf(found);
  }

  /** When an access took effect; one that is pending comes last. */
  private static int time(TraceAccess access) {
    return access.pending() ? Integer.MAX_VALUE : access.performedAt();
  }
}
