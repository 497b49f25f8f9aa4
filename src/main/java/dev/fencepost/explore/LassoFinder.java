// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.collect.ByteWriter;
import dev.fencepost.collect.Cursor;
import dev.fencepost.collect.IntList;
import dev.fencepost.collect.IntMap;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.transition.AcceptingSystem.AcceptingGenerator;
import dev.fencepost.transition.Lasso;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.List;

/**
 * Shortens a run that a search has found. The stem is the shortest path to an accepting component.
 * The cycle goes inside the component, each time to the nearest step with a missing condition, and
 * back.
 */
final class LassoFinder {
  private final RecordSet states;
  private final ByteWriter writer;
  private final AcceptingGenerator generator;
  private final ConditionSets sets;
  private final Successors successors = new Successors();
  private final Cursor state = new Cursor();

  /** States of which the tag is at least this are in the component. */
  private int root;

  LassoFinder(
      RecordSet states, ByteWriter writer, AcceptingGenerator generator, ConditionSets sets) {
    this.states = states;
    this.writer = writer;
    this.generator = generator;
    this.sets = sets;
  }

  /** A run into the component whose root had this turn, and round in it. */
  Lasso find(int rootTurn, ScheduleFinder schedules) throws LimitException {
    root = rootTurn;
    List<Integer> run = stem();
    int entry = run.getLast();
    List<Integer> loop = new ArrayList<>();
    int at = entry;
    int met = ConditionSets.NONE;
    while (loop.isEmpty() || met != sets.all() || at != entry) {
      int known = met;
      Route route =
          met == sets.all()
              ? nearest(at, (target, stepMet) -> target == entry)
              : nearest(at, (target, stepMet) -> sets.hasMore(stepMet, known));
      loop.addAll(route.indices);
      met = sets.union(met, route.met);
      at = route.target;
    }
    return new Lasso(schedules.scheduleAlong(run), loop);
  }

  /** The states on the shortest way to one of the component. */
  private List<Integer> stem() throws LimitException {
    IntMap parents = new IntMap();
    IntList queue = new IntList();
    generator.initial(successors);
    addNext(Violator.NO_STATE, parents, queue);
    for (int i = 0; !isInside(queue.last()); i++) {
      expand(queue.get(i));
      addNext(queue.get(i), parents, queue);
    }
    List<Integer> run = new ArrayList<>();
    for (int at = queue.last(); at != Violator.NO_STATE; at = parents.get(at)) {
      run.addFirst(at);
    }
    return run;
  }

  /** Adds the successors that the search has entered, up to the first one in the component. */
  private void addNext(int parent, IntMap parents, IntList queue) {
    for (int i = 0; i < successors.count(); i++) {
      int target = target(i);
      boolean entered = ComponentSearch.isEntered(states.tag(target));
      if (entered && parents.putIfAbsent(target, parent)) {
        queue.add(target);
        if (isInside(target)) {
          return;
        }
      }
    }
  }

  private interface Goal {
    boolean isReached(int target, int met);
  }

  /** A path: its steps, the conditions that they meet together, and its last state. */
  private record Route(List<Integer> indices, int met, int target) {}

  /** How a state was reached first. */
  private record Arrival(int parent, int index, int met) {}

  /** The shortest path inside the component whose last step reaches the goal. */
  private Route nearest(int from, Goal goal) throws LimitException {
    IntMap numbers = new IntMap();
    IntList queue = new IntList();
    List<Arrival> arrivals = new ArrayList<>();
    numbers.putIfAbsent(from, 0);
    queue.add(from);
    arrivals.add(new Arrival(Violator.NO_STATE, 0, ConditionSets.NONE));
    for (int number = 0; number < queue.size(); number++) {
      expand(queue.get(number));
      for (int i = 0; i < successors.count(); i++) {
        int target = target(i);
        if (isInside(target)) {
          Arrival arrival = new Arrival(number, i, sets.met(generator, i));
          if (goal.isReached(target, arrival.met)) {
            return route(arrivals, arrival, target);
          }
          if (numbers.putIfAbsent(target, queue.size())) {
            queue.add(target);
            arrivals.add(arrival);
          }
        }
      }
    }
    throw new IllegalStateException("a component that accepts has no such step");
  }

  private Route route(List<Arrival> arrivals, Arrival last, int target) {
    List<Integer> indices = new ArrayList<>();
    int met = ConditionSets.NONE;
    for (Arrival at = last; at.parent != Violator.NO_STATE; at = arrivals.get(at.parent)) {
      indices.addFirst(at.index);
      met = sets.union(met, at.met);
    }
    return new Route(indices, met, target);
  }

  private void expand(int reference) throws LimitException {
    states.read(reference, state);
    generator.successors(state.bytes(), state.offset(), state.length(), successors);
  }

  private int target(int index) {
    return writer.intern(
        successors.bytes(),
        successors.start(index),
        successors.length(index),
        ComponentSearch.UNMET);
  }

  private boolean isInside(int reference) {
    return states.tag(reference) >= root;
  }
}
