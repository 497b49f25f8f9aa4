// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.explore;

import dev.fencepost.budget.Budget;
import dev.fencepost.collect.ByteRecords;
import dev.fencepost.collect.ByteWriter;
import dev.fencepost.collect.Cursor;
import dev.fencepost.collect.IntList;
import dev.fencepost.collect.RecordSet;
import dev.fencepost.explore.SearchResult.Accepting;
import dev.fencepost.explore.SearchResult.Complete;
import dev.fencepost.explore.SearchResult.Limit;
import dev.fencepost.explore.SearchResult.Outcome;
import dev.fencepost.explore.SearchResult.Stopped;
import dev.fencepost.explore.SearchResult.Violation;
import dev.fencepost.transition.AcceptingSystem;
import dev.fencepost.transition.AcceptingSystem.AcceptingGenerator;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Depth-first search for a strongly connected component whose inner steps meet all conditions
 * (Couvreur 1999): the components seen so far lie on the path, each with its root and with what its
 * steps meet; a step back to one makes those above it part of it.
 *
 * <p>The tag of a state is {@link #UNMET} until a step leads to it, {@link #NEW} until it is
 * entered, then the number of its turn, and {@link #DEAD} when its component was left for good.
 *
 * <p>In a large search other threads expand states ahead, as {@link Scouts}. Everything else is
 * done by this thread alone, in an order that does not depend on them.
 */
final class ComponentSearch {
  static final int UNMET = 0;
  static final int NEW = -1;
  static final int DEAD = -2;

  private static final int CHECK_EVERY = 64;

  private final Representation<? extends AcceptingSystem> form;
  private final SearchOptions options;
  private final int alone;
  private final AcceptingGenerator generator;
  private final ByteRecords states;
  private final ByteWriter writer;
  private final Monitor monitor;
  private final ConditionSets sets;
  private final Successors successors = new Successors();
  private final Cursor state = new Cursor();

  /** The states of the path, and for each where its steps that were not taken yet begin. */
  private final IntList path = new IntList();

  private final IntList stepsFrom = new IntList();
  private final IntList targets = new IntList();
  private final IntList targetsMet = new IntList();

  /** The components on the path: the turn of the root, what is met inside, and on the way in. */
  private final IntList roots = new IntList();

  private final IntList metInside = new IntList();
  private final IntList metEntering = new IntList();

  /** The states of these components, in the order of their turns. */
  private final IntList live = new IntList();

  private int scoutsAtHome;
  private @Nullable Scouts scouts;

  /** Whether the scouts have found a step that a window bound cut. */
  private boolean boundHit;

  /** How many states steps have led to. */
  private long statesMet;

  private int turns;
  private int deepest;
  private long transitions;
  private boolean accepts;
  private boolean violates;
  private int violatingIndex;

  ComponentSearch(
      Representation<? extends AcceptingSystem> form,
      SearchOptions options,
      SearchListener listener,
      int alone) {
    this.form = form;
    this.options = options;
    this.alone = alone;
    AcceptingSystem system = form.system();
    generator = system.newGenerator();
    states = new ByteRecords(Budget.current().bytes());
    writer = states.newWriter();
    monitor = new Monitor(Long.MAX_VALUE, listener, states, form);
    sets = new ConditionSets(system.conditions());
    scoutsAtHome = options.threads() - 1;
  }

  Outcome run() throws LimitException {
    writer.open();
    try {
      search();
      checkStates();
    } finally {
      writer.close();
      callBack();
    }
    if (violates || accepts) {
      return Budget.current().withoutTime().run(this::found);
    }
    Stopped stopped = monitor.reason();
    return stopped == null ? new Complete() : stopped;
  }

  private Outcome found() throws LimitException {
    if (violates) {
      return new Violation(violatingSchedule());
    }
    writer.open();
    try {
      LassoFinder finder = new LassoFinder(states, writer, generator, sets);
      return new Accepting(finder.find(roots.last(), new ScheduleFinder(states, form)));
    } finally {
      writer.close();
    }
  }

  /** Whether the search was in a state with this tag. */
  static boolean isEntered(int tag) {
    return tag > UNMET || tag == DEAD;
  }

  /** Whether the search was stopped because the representation of its states does not pay. */
  boolean isWaste() {
    return monitor.isWaste();
  }

  /** Whether there are states that scouts have added, and the search has not met. */
  boolean hasUnmet() {
    return statesMet < states.size();
  }

  SearchResult result(Outcome outcome) {
    return new SearchResult(
        outcome,
        statesMet,
        transitions,
        deepest,
        monitor.bytes(),
        monitor.seconds(),
        List.of(),
        boundHit || generator.boundHit(),
        EndCounts.NONE,
        outcome instanceof Complete);
  }

  private boolean goesOn() {
    return !accepts && !violates && monitor.goesOn();
  }

  private void search() throws LimitException {
    generator.initial(successors);
    IntList initial = new IntList();
    for (int i = 0; i < successors.count() && goesOn(); i++) {
      initial.add(reference(i));
      judge(i);
    }
    for (int i = 0; i < initial.size() && goesOn(); i++) {
      if (states.tag(initial.get(i)) == NEW) {
        enter(initial.get(i), ConditionSets.NONE);
        walk();
      }
    }
  }

  private void walk() throws LimitException {
    while (!path.isEmpty() && goesOn()) {
      if (targets.size() == stepsFrom.last()) {
        leave();
        continue;
      }
      int target = targets.pop();
      int met = targetsMet.pop();
      int turn = states.tag(target);
      if (turn == NEW) {
        enter(target, met);
      } else if (turn != DEAD) {
        close(turn, met);
      }
    }
  }

  private void enter(int reference, int met) throws LimitException {
    turns++;
    if (turns % CHECK_EVERY == 0) {
      check();
    }
    states.setTag(reference, turns);
    path.add(reference);
    stepsFrom.add(targets.size());
    live.add(reference);
    roots.add(turns);
    metInside.add(ConditionSets.NONE);
    metEntering.add(met);
    deepest = Math.max(deepest, path.size() - 1);
    int[] steps = scouts == null ? null : scouts.enter(reference);
    if (steps == null) {
      expand(reference);
    } else {
      for (int i = 0; i < steps.length && goesOn(); i += 2) {
        meet(steps[i]);
        follow(steps[i], steps[i + 1]);
      }
    }
  }

  private void expand(int reference) throws LimitException {
    states.read(reference, state);
    generator.successors(state.bytes(), state.offset(), state.length(), successors);
    for (int i = successors.count() - 1; i >= 0 && goesOn(); i--) {
      int target = reference(i);
      judge(i);
      follow(target, sets.met(generator, i));
    }
  }

  /** Puts a step on the stack: the last one put there is taken first. */
  private void follow(int target, int met) {
    transitions++;
    targets.add(target);
    targetsMet.add(met);
  }

  private void checkStates() {
    if (statesMet > options.states()) {
      monitor.stop(Limit.STATES, "");
    }
  }

  /** Looks at limits, and sends out scouts or calls them back. */
  private void check() {
    monitor.check(CHECK_EVERY);
    checkStates();
    if (scouts == null) {
      sendOut();
    } else if (!scouts.feed(writer)) {
      writer.close();
      try {
        callBack();
      } finally {
        writer.open();
      }
    }
  }

  /** Sends out scouts, once: they expand what is added from now on. */
  private void sendOut() {
    if (scoutsAtHome > 0 && turns >= alone) {
      writer.takeBlocks(new IntList());
      scouts = new Scouts(states, monitor, options.states());
      scouts.start(scoutsAtHome, form.system(), sets);
      scoutsAtHome = 0;
    }
  }

  /** Calls the scouts back, and forgets what they have found. */
  private void callBack() {
    Scouts out = scouts;
    if (out != null) {
      scouts = null;
      out.close();
      boundHit = out.boundHit();
    }
  }

  private void judge(int index) {
    if (successors.code(index) != Successors.FINE) {
      violates = true;
      violatingIndex = index;
    }
  }

  private int reference(int index) throws LimitException {
    int length = successors.length(index);
    if (length > RecordSet.MAX_LENGTH) {
      throw new LimitException("a state takes " + length + " bytes");
    }
    int reference = writer.intern(successors.bytes(), successors.start(index), length, UNMET);
    if (reference == RecordSet.FULL) {
      monitor.stop(Limit.MEMORY, "");
    } else {
      meet(reference);
    }
    return reference;
  }

  private void meet(int reference) {
    if (states.tag(reference) == UNMET) {
      states.setTag(reference, NEW);
      statesMet++;
    }
  }

  /** A step leads back to a state of a component on the path: all from there on is one now. */
  private void close(int turn, int met) {
    int inside = met;
    while (roots.last() > turn) {
      roots.pop();
      inside = sets.union(inside, sets.union(metInside.pop(), metEntering.pop()));
    }
    inside = sets.union(inside, metInside.last());
    metInside.set(metInside.size() - 1, inside);
    accepts = inside == sets.all();
  }

  /** All steps of the last state were taken. If it is a root, its component is complete. */
  private void leave() {
    int reference = path.pop();
    stepsFrom.pop();
    if (roots.last() == states.tag(reference)) {
      roots.pop();
      metInside.pop();
      metEntering.pop();
      int member;
      do {
        member = live.pop();
        states.setTag(member, DEAD);
      } while (member != reference);
    }
  }

  private List<Integer> violatingSchedule() throws LimitException {
    List<Integer> run = new ArrayList<>();
    for (int i = 0; i < path.size(); i++) {
      run.add(path.get(i));
    }
    List<Integer> schedule = new ScheduleFinder(states, form).scheduleAlong(run);
    schedule.add(violatingIndex);
    return schedule;
  }
}
