// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import dev.fencepost.trace.Reordering;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceAccess;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Picks from a trace's reorderings the one to tell a person: one whose delayed access another
 * thread ran into while it was late, the later access having been seen too if possible; of several
 * a delayed store, and the last.
 */
final class TellingReordering {
  private final Trace trace;

  private TellingReordering(Trace trace) {
    this.trace = trace;
  }

  static Optional<Reordering> of(Trace trace) {
    return new TellingReordering(trace).find();
  }

  private Optional<Reordering> find() {
    Reordering best = null;
    int bestScore = 0;
    for (Reordering candidate : trace.reorderings()) {
      int score = score(candidate);
      if (score > 0 && score >= bestScore) {
        best = candidate;
        bestScore = score;
      }
    }
    return Optional.ofNullable(best);
  }

  private int score(Reordering pair) {
    TraceAccess earlier = pair.earlier();
    TraceAccess later = pair.later();
    if (!meets(earlier, later.performedAt(), end(earlier))) {
      return 0;
    }
    boolean inTurn =
        conflicts(later, later.performedAt(), Integer.MAX_VALUE)
            .anyMatch(
                met ->
                    conflicts(earlier, met.performedAt(), end(earlier))
                        .anyMatch(then -> then.thread() == met.thread()));
    boolean store = !earlier.kind().equals("R");
    return 1 + (inTurn ? 2 : 0) + (store ? 1 : 0);
  }

  private static int end(TraceAccess access) {
    return access.pending() ? Integer.MAX_VALUE : access.performedAt();
  }

  private boolean meets(TraceAccess access, int from, int to) {
    return conflicts(access, from, to).findAny().isPresent();
  }

  /** The accesses of other threads between two steps that conflict with this one. */
  private Stream<TraceAccess> conflicts(TraceAccess access, int from, int to) {
    return trace.accesses().stream()
        .filter(
            other ->
                other.thread() != access.thread()
                    && other.location().equals(access.location())
                    && !(other.kind().equals("R") && access.kind().equals("R"))
                    && !other.pending()
                    && other.performedAt() > from
                    && other.performedAt() < to);
  }
}
