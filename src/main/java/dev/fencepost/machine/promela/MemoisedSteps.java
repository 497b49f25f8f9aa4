// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.ControlPoint;
import dev.fencepost.ir.promela.ProcessType;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.ir.promela.Transition;
import java.util.Arrays;
import java.util.List;

/**
 * The control points whose steps, with the steps that must follow them, depend only on the process
 * and on global parts of the state, and change nothing else. The number of processes is global. The
 * variables and control points of other processes are not.
 */
final class MemoisedSteps {
  private final boolean channelsAreGlobal;
  private final boolean handsOver;

  private MemoisedSteps(PromelaProgram program) {
    channelsAreGlobal = Arrays.stream(program.types).allMatch(type -> type.channels.length == 0);
    handsOver = Arrays.stream(program.globalChannels).anyMatch(ChannelCode::isRendezvous);
  }

  /** By process type and control point, whether its steps can be memoised. */
  static boolean[][] of(PromelaProgram program, Reduction reduction) {
    MemoisedSteps steps = new MemoisedSteps(program);
    boolean[][] local = reduction.amplePoints(program);
    return Arrays.stream(program.types)
        .map(type -> steps.points(type.type, local[type.index]))
        .toArray(boolean[][]::new);
  }

  /** Whether the model's atoms of these numbers ask only for what is global. */
  static boolean isGlobal(PromelaProgram program, List<Integer> atoms) {
    MemoisedSteps steps = new MemoisedSteps(program);
    return atoms.stream().allMatch(atom -> steps.isOwn(program.model.atoms().get(atom).value()));
  }

  private boolean[] points(ProcessType type, boolean[] local) {
    int count = type.points().size();
    boolean[] own = new boolean[count];
    if (type.provided().isPresent() && !isOwn(type.provided().get())) {
      return own;
    }
    for (int i = 0; i < count; i++) {
      own[i] = type.points().get(i).transitions().stream().allMatch(t -> isOwn(t.statement()));
    }
    boolean shrinks = true;
    while (shrinks) {
      shrinks = false;
      for (int i = 0; i < count; i++) {
        if (own[i] && !isFollowed(type.points().get(i), own, local)) {
          own[i] = false;
          shrinks = true;
        }
      }
    }
    return own;
  }

  private static boolean isFollowed(ControlPoint point, boolean[] own, boolean[] local) {
    for (Transition step : point.transitions()) {
      if ((step.atomic() || local[step.target()]) && !own[step.target()]) {
        return false;
      }
    }
    return true;
  }

  private boolean isOwn(Statement statement) {
    boolean[] own = {isOwnItself(statement)};
    accesses(own).of(statement);
    return own[0];
  }

  private boolean isOwn(PromelaExpr expr) {
    boolean[] own = {true};
    accesses(own).of(expr);
    return own[0];
  }

  private Accesses accesses(boolean[] own) {
    return new Accesses(place -> {}, place -> {}, expr -> own[0] &= isOwnItself(expr));
  }

  private boolean isOwnItself(Statement statement) {
    return switch (statement) {
      case Statement.Send send -> channelsAreGlobal && !handsOver;
      case Statement.Receive receive -> channelsAreGlobal;
      case Statement.DeterministicStep(Statement.Block block) -> isOwnItself(block);
      case Statement.Condition condition -> true;
      case Statement.Assign assign -> true;
      case Statement.Assert assertion -> true;
      case Statement.Print print -> true;
      case Statement.Skip skip -> true;
      case Statement.Else other -> true;
      case Statement.End end -> true;
    };
  }

  private boolean isOwnItself(Statement.Block block) {
    return block.guards().stream().allMatch(this::isOwnItself)
        && block.points().stream()
            .flatMap(point -> point.branches().stream())
            .allMatch(branch -> branch.statement().map(this::isOwnItself).orElse(true));
  }

  /** Whether an expression's own part, without what it is made of, is of that kind. */
  private boolean isOwnItself(PromelaExpr expr) {
    return switch (expr) {
      case PromelaExpr.ChannelTest test -> channelsAreGlobal;
      case PromelaExpr.Poll poll -> channelsAreGlobal;
      case PromelaExpr.Constant constant -> true;
      case PromelaExpr.Pid pid -> true;
      case PromelaExpr.ProcessCount processes -> true;
      case PromelaExpr.Last last -> true;
      case PromelaExpr.Read read -> true;
      case PromelaExpr.Unary unary -> true;
      case PromelaExpr.Binary binary -> true;
      case PromelaExpr.Conditional choice -> true;
      default -> false;
    };
  }
}
