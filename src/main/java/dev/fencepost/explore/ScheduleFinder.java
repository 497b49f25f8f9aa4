// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.collect.Cursor;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.RunReplay;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Turns the parents that a store keeps into the indices that replay a run. The run is replayed in
 * the system whose states the store's states represent, by comparing whole states.
 */
final class ScheduleFinder {
  private final RecordSet states;
  private final Representation<?> form;
  private final RunReplay replay;
  private final Successors successors = new Successors();
  private final Cursor cursor = new Cursor();

  ScheduleFinder(RecordSet states, Representation<?> form) {
    this.states = states;
    this.form = form;
    replay = new RunReplay(form.whole());
  }

  /** The run to a violation. */
  List<Integer> scheduleTo(Violator violator) throws LimitException {
    scheduleAlong(runTo(violator.state()));
    if (violator.index() != Violator.STATE_ITSELF) {
      Generator steps = form.system().newGenerator();
      if (violator.state() == Violator.NO_STATE) {
        steps.initial(successors);
      } else {
        states.read(violator.state(), cursor);
        steps.successors(cursor.bytes(), cursor.offset(), cursor.length(), successors);
      }
      replay.go(whole(violator.index()), successors.code(violator.index()));
    }
    return replay.schedule();
  }

  /** The schedule of a run through these states, from an initial one on. */
  List<Integer> scheduleAlong(Iterable<Integer> run) throws LimitException {
    for (int reference : run) {
      states.read(reference, cursor);
      replay.go(form.whole(cursor.bytes(), cursor.offset(), cursor.length()), Successors.FINE);
    }
    return replay.schedule();
  }

  private Deque<Integer> runTo(int reference) {
    Deque<Integer> run = new ArrayDeque<>();
    for (int at = reference; at != Violator.NO_STATE; at = cursor.tag()) {
      run.addFirst(at);
      states.read(at, cursor);
    }
    return run;
  }

  private byte[] whole(int index) {
    return form.whole(successors.bytes(), successors.start(index), successors.length(index));
  }
}
