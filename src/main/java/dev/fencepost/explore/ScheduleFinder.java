// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.collect.Cursor;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/** Turns the parents that a store keeps into the indices that replay a run. */
final class ScheduleFinder {
  private final RecordSet states;
  private final Generator generator;
  private final Successors successors = new Successors();
  private final Cursor from = new Cursor();
  private final Cursor to = new Cursor();

  ScheduleFinder(RecordSet states, Generator generator) {
    this.states = states;
    this.generator = generator;
  }

  /** The run to a state, and then the step with this index, unless it is the state itself. */
  List<Integer> scheduleTo(int reference, int index) throws LimitException {
    List<Integer> schedule = scheduleAlong(runTo(reference));
    if (index != Worker.STATE_ITSELF) {
      expand(reference);
      schedule.add(scheduled(reference, index));
    }
    return schedule;
  }

  /** The run through these states, of which the first is an initial one. */
  List<Integer> scheduleAlong(Iterable<Integer> run) throws LimitException {
    List<Integer> schedule = new ArrayList<>();
    int parent = Worker.NO_STATE;
    for (int state : run) {
      schedule.add(indexOf(parent, state));
      parent = state;
    }
    return schedule;
  }

  private Deque<Integer> runTo(int reference) {
    Deque<Integer> run = new ArrayDeque<>();
    for (int state = reference; state != Worker.NO_STATE; state = to.tag()) {
      run.addFirst(state);
      states.read(state, to);
    }
    return run;
  }

  private void expand(int state) throws LimitException {
    if (state == Worker.NO_STATE) {
      generator.initial(successors);
    } else {
      states.read(state, from);
      generator.successors(from.bytes(), from.offset(), from.length(), successors);
    }
  }

  private int scheduled(int state, int index) throws LimitException {
    return state == Worker.NO_STATE ? index : generator.scheduled(index);
  }

  private int indexOf(int parent, int child) throws LimitException {
    expand(parent);
    states.read(child, to);
    int end = to.offset() + to.length();
    for (int i = 0; i < successors.count(); i++) {
      int start = successors.start(i);
      if (Arrays.equals(
          successors.bytes(), start, start + successors.length(i), to.bytes(), to.offset(), end)) {
        return scheduled(parent, i);
      }
    }
    throw new IllegalStateException("a state's successors are not the same twice");
  }
}
