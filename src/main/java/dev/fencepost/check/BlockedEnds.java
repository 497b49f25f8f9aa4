// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.explore.EndCounts;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.source.Phrase;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.trace.WaitingThread;
import dev.fencepost.verdict.Warning;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Warnings about end states in which a thread waits for ever, and about programs of which no run
 * comes to an end: final conditions are not judged there. Reductions keep all states without steps;
 * by symmetry only one of several alike is counted.
 */
final class BlockedEnds {
  private static final Comparator<WaitingThread> BY_PLACE =
      Comparator.comparing(WaitingThread::place, Vacuity.BY_PLACE)
          .thenComparing(WaitingThread::thread)
          .thenComparing(WaitingThread::runs);

  private BlockedEnds() {}

  /** One warning for each thread and place. */
  static List<Warning> warnings(EndCounts ends, RelaxedMachine machine) {
    TreeMap<WaitingThread, Long> waits = new TreeMap<>(BY_PLACE);
    ends.waiting()
        .forEach(
            (who, states) ->
                machine.waiting(who).forEach(thread -> waits.merge(thread, states, Long::sum)));
    long blocked = ends.waiting().values().stream().mapToLong(Long::longValue).sum();
    long all = ends.ended() + blocked;
    String judged =
        machine.hasFinalConditions()
            ? Phrase.of("; final conditions were judged in %,d of %,d", ends.ended(), all)
            : "";
    List<Warning> warnings = new ArrayList<>();
    if (all == 0 && (machine.hasFinalConditions() || !machine.hasLoops())) {
      String why =
          machine.hasLoops()
              ? "final conditions were never judged"
              : "each is cut off by an assume";
      warnings.add(
          new Warning(Warning.Kind.BLOCKED_END, SourceSpan.NONE, "no run comes to an end: " + why));
    }
    for (Map.Entry<WaitingThread, Long> wait : waits.entrySet()) {
      WaitingThread thread = wait.getKey();
      String states =
          Phrase.of(
              "in %,d of %,d end %s thread %s %s for ever",
              wait.getValue(),
              all,
              all == 1 ? "state" : "states",
              thread.thread(),
              thread.runs() ? "runs" : "waits");
      warnings.add(new Warning(Warning.Kind.BLOCKED_END, thread.place(), states + judged));
    }
    return warnings;
  }
}
