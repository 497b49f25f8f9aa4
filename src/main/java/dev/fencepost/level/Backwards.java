// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.budget.Budget;
import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.collect.Cursor;
import dev.fencepost.collect.Writer;
import dev.fencepost.explore.Crew;
import dev.fencepost.transition.Expander;
import dev.fencepost.transition.Expansion;
import dev.fencepost.transition.Representation;
import dev.fencepost.transition.RunReplay;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Finds the run to a violation without parents of states: backwards, level by level, the states
 * from which a violation is reached; then forwards by the first step into these. So the run is the
 * least of the shortest ones, which a breadth-first search with a queue finds first.
 */
final class Backwards {
  /** The part of the memory that the states of one level may take. */
  private static final int PART = 4;

  private final LevelPass pass;
  private final Representation<?> form;
  private final Crew crew;
  private final Expander expander;
  private final Expansion[] one = {new Expansion()};

  Backwards(LevelPass pass, Crew crew) {
    this.pass = pass;
    this.crew = crew;
    form = pass.form();
    expander = pass.newExpander();
  }

  /** The least of the shortest runs to a violation. */
  List<Integer> schedule() throws LimitException {
    int step = pass.tally().badStep();
    int state = pass.tally().badState();
    if (state <= step) {
      return toState(state).orElseThrow();
    }
    List<Integer> byStep = toStep(step);
    return toState(step + 1).filter(other -> isLess(other, byStep)).orElse(byStep);
  }

  private static boolean isLess(List<Integer> one, List<Integer> other) {
    return Arrays.compare(one.toArray(new Integer[0]), other.toArray(new Integer[0])) < 0;
  }

  /** The run to a violating state of a level, if there is one. */
  private Optional<List<Integer>> toState(int level) throws LimitException {
    Run bad = pass.choose(level, (found, writer, from) -> pass.isBadState(found), crew);
    return bad.count() == 0 ? Optional.empty() : Optional.of(replay(level, bad).schedule());
  }

  /** The run to a violating step from a level. */
  private List<Integer> toStep(int level) throws LimitException {
    Run bad = pass.choose(level, (found, writer, from) -> Expansions.isBadStep(found), crew);
    RunReplay replay = replay(level, bad);
    Cursor last = one[0].state();
    Generator steps = form.system().newGenerator();
    Successors found = new Successors();
    steps.successors(last.bytes(), last.offset(), last.length(), found);
    int index = 0;
    while (found.code(index) == Successors.FINE) {
      index++;
    }
    replay.go(
        form.whole(found.bytes(), found.start(index), found.length(index)), found.code(index));
    return replay.schedule();
  }

  /** Replays the least run to one of some states of a level, and points at its last state. */
  private RunReplay replay(int level, Run states) throws LimitException {
    Deque<Run> targets = new ArrayDeque<>(List.of(states));
    for (int i = level - 1; i >= 0; i--) {
      Keys behind = load(targets.getFirst());
      targets.addFirst(
          pass.choose(i, (found, writer, from) -> isLeading(found, writer, from, behind), crew));
    }
    RunReplay replay = new RunReplay(form.whole());
    Keys path = pass.newKeys();
    for (Run target : targets) {
      step(path, load(target));
      target.delete();
      Cursor now = one[0].state();
      path.point(path.size() - 1, now);
      replay.go(form.whole(now.bytes(), now.offset(), now.length()), Successors.FINE);
    }
    return replay;
  }

  private static boolean isLeading(Expansion found, Writer writer, int from, Keys states) {
    int end = found.steps() == 0 ? from : found.stagedEnd();
    for (int i = from; i < end; i++) {
      if (states.contains(writer, i)) {
        return true;
      }
    }
    return false;
  }

  /** Adds the first successor of the last state that is one of these. */
  private void step(Keys path, Keys wanted) throws LimitException {
    Writer writer = expander.writer();
    writer.open();
    try {
      writer.clearStaged();
      if (path.size() == 0) {
        expander.initial(one[0]);
      } else {
        expander.expect(one, 1);
        expander.expand(0);
      }
      int i = 0;
      while (!wanted.contains(writer, i)) {
        i++;
      }
      path.add(writer, i);
    } finally {
      writer.close();
    }
  }

  private Keys load(Run run) {
    Keys states = pass.newKeys();
    PageBuffer buffer = new PageBuffer();
    try (Run.Reader reader = run.open()) {
      for (int page = 0; page < run.pages(); page++) {
        reader.read(page, buffer);
        states.read(buffer, run.form());
        if (states.bytes() > Math.min(Budget.current().bytes() / PART, Integer.MAX_VALUE / 2)) {
          throw new OutOfBudget(Budget.Limit.MEMORY);
        }
      }
    }
    return states;
  }
}
