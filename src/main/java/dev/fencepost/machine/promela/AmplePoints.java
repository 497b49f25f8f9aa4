// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.ControlPoint;
import dev.fencepost.ir.promela.ProcessType;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.ir.promela.Transition;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The control points at which the steps of a process are an ample set, if it can step: no other
 * process can observe or disable them. The proviso is part of the set, not of the search: every
 * cycle of the control flow has a point outside of it. So a process at such a point can step on to
 * a point outside, and the points between are no states of the reduced system. Weak fairness is
 * kept: a process whose step is left out can still take it later, with the same effect for all
 * others (Kurshan, Levin, Minea, Peled, Yenigün: Static partial order reduction, TACAS 1998).
 */
final class AmplePoints {
  private final ProcessType type;
  private final int index;
  private final Observed observed;
  private final boolean[] local;
  private final boolean[] open;
  private final boolean[] done;

  /** Of each point on the path, how many of its transitions were followed. */
  private final int[] taken;

  private AmplePoints(ProcessType type, int index, Observed observed) {
    this.type = type;
    this.index = index;
    this.observed = observed;
    int count = type.points().size();
    local = new boolean[count];
    open = new boolean[count];
    done = new boolean[count];
    taken = new int[count];
  }

  /**
   * For each point whether it is in the set.
   *
   * @param index the number of the type
   */
  static boolean[] of(ProcessType type, int index, Observed observed) {
    AmplePoints points = new AmplePoints(type, index, observed);
    if (!observed.isSeen(index) && type.provided().isEmpty()) {
      for (int i = 1; i < points.local.length; i++) {
        points.local[i] = points.isLocal(type.points().get(i));
      }
      for (int i = 1; i < points.local.length; i++) {
        points.breakCycles(i);
      }
    }
    return points.local;
  }

  /** Depth-first, with a path of its own: straight code is as long as it is. */
  private void breakCycles(int root) {
    Deque<Integer> path = new ArrayDeque<>();
    enter(root, path);
    while (!path.isEmpty()) {
      int point = path.peek();
      List<Transition> steps = type.points().get(point).transitions();
      if (taken[point] == steps.size()) {
        open[path.pop()] = false;
        continue;
      }
      int target = steps.get(taken[point]++).target();
      if (open[target]) {
        local[target] = false;
      } else {
        enter(target, path);
      }
    }
  }

  private void enter(int point, Deque<Integer> path) {
    if (!done[point] && local[point]) {
      done[point] = true;
      open[point] = true;
      path.push(point);
    }
  }

  private boolean isLocal(ControlPoint point) {
    return !point.transitions().isEmpty()
        && point.transitions().stream()
            .allMatch(step -> !step.atomic() && step.escape() == 0 && isLocal(step.statement()));
  }

  private boolean isLocal(Statement statement) {
    Accesses accesses = Accesses.of(statement);
    return accesses.statements().stream().noneMatch(AmplePoints::concernsOthers)
        && accesses.asked().stream().allMatch(PromelaExpr::isArithmetic)
        && accesses.places().allMatch(place -> observed.isOwn(place, index));
  }

  private static boolean concernsOthers(Statement statement) {
    return statement instanceof Statement.Send
        || statement instanceof Statement.Receive
        || statement instanceof Statement.End;
  }
}
