// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.explain;

import dev.fencepost.machine.explain.Replay.Event;
import dev.fencepost.machine.step.Observer.Effect;
import dev.fencepost.trace.TraceAccess;
import dev.fencepost.trace.TraceAccess.Source;
import dev.fencepost.trace.TraceStep;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Remembers who wrote a cell last, and so where a value comes from that is read. Where threads have
 * memories of their own it knows nothing, and nothing of reads of older writes.
 */
final class ReadSources {
  private final boolean shared;
  private final Map<Integer, Source> written = new HashMap<>();

  ReadSources(boolean shared) {
    this.shared = shared;
  }

  /** An instance took effect; {@code access} is its number, or -1. */
  void written(Event.Performed performed, int access, int step) {
    Effect effect = performed.effect();
    if (effect.verb().equals(Effect.WRITES) && !effect.note().equals(TraceStep.OVERWRITTEN)) {
      written.put(effect.cell(), new Source(access, step));
    }
  }

  /** Where the value comes from that was just read outside of windows. */
  Optional<Source> of(Event.Performed performed) {
    return isKnown(performed.effect())
        ? Optional.of(written.getOrDefault(performed.effect().cell(), Source.INITIAL))
        : Optional.empty();
  }

  /**
   * Where the value comes from that {@code reader} just read, if it read one.
   *
   * @param window the accesses of its thread's window, in program order
   */
  Optional<Source> of(
      Event.Performed performed,
      TraceAccess reader,
      List<TraceAccess> accesses,
      List<Integer> window) {
    Effect effect = performed.effect();
    if (!isKnown(effect) || !reader.reads() || effect.cell() == Effect.NO_CELL) {
      return Optional.empty();
    }
    if (effect.note().equals(Effect.FORWARDED)) {
      for (int i = performed.index() - 1; i >= 0; i--) {
        int id = window.get(i);
        boolean store =
            id >= 0
                && accesses.get(id).kind().equals("W")
                && accesses.get(id).location().equals(reader.location());
        if (store) {
          return Optional.of(new Source(id, 0));
        }
      }
    }
    return Optional.of(written.getOrDefault(effect.cell(), Source.INITIAL));
  }

  /** Whether a read took what its cell held last. */
  private boolean isKnown(Effect effect) {
    return shared
        && !effect.note().equals(TraceStep.OLDER_WRITE)
        && !effect.note().equals(TraceStep.OLDER);
  }
}
