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
    return atoms.stream()
        .map(atom -> Accesses.of(program.model.atoms().get(atom).value()))
        .allMatch(steps::isOwn);
  }

  private boolean[] points(ProcessType type, boolean[] local) {
    int count = type.points().size();
    boolean[] own = new boolean[count];
    if (type.provided().isPresent() && !isOwn(Accesses.of(type.provided().get()))) {
      return own;
    }
    for (int i = 0; i < count; i++) {
      own[i] =
          type.points().get(i).transitions().stream()
              .allMatch(step -> isOwn(Accesses.of(step.statement())));
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

  private boolean isOwn(Accesses accesses) {
    return accesses.statements().stream().allMatch(this::isOwnItself)
        && accesses.asked().stream().allMatch(this::isOwnItself);
  }

  /** Whether a statement is of that kind, leaving its expressions aside. */
  private boolean isOwnItself(Statement statement) {
    return switch (statement) {
      case Statement.Send send -> channelsAreGlobal && !handsOver;
      case Statement.Receive receive -> channelsAreGlobal;
      default -> true;
    };
  }

  /** Whether an expression is of that kind, leaving its parts aside. */
  private boolean isOwnItself(PromelaExpr expr) {
    return switch (expr) {
      case PromelaExpr.ChannelTest test -> channelsAreGlobal;
      case PromelaExpr.Poll poll -> channelsAreGlobal;
      case PromelaExpr.ProcessCount processes -> true;
      case PromelaExpr.Last last -> true;
      default -> expr.isArithmetic();
    };
  }
}
