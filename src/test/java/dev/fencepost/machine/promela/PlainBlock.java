// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Statement;
import java.util.List;

/** A {@code d_step}. */
final class PlainBlock implements StepCode {
  /** After so many steps a step is given up. */
  private static final int MOST_STEPS = 10_000_000;

  private final StepCode[] guards;
  private final boolean[] receives;
  private final StepCode[][] statements;
  private final int[][] targets;
  private final int start;

  PlainBlock(Statement.Block block, PlainCode compiler) {
    int guardCount = block.guards().size();
    guards = new StepCode[guardCount];
    receives = new boolean[guardCount];
    for (int i = 0; i < guardCount; i++) {
      guards[i] = compiler.step(block.guards().get(i));
      receives[i] = block.guards().get(i) instanceof Statement.Receive;
    }
    int count = block.points().size();
    statements = new StepCode[count][];
    targets = new int[count][];
    start = block.start();
    for (int i = 0; i < count; i++) {
      List<Statement.Branch> branches = block.points().get(i).branches();
      statements[i] = new StepCode[branches.size()];
      targets[i] = new int[branches.size()];
      for (int j = 0; j < branches.size(); j++) {
        statements[i][j] = branches.get(j).statement().map(compiler::step).orElse(null);
        targets[i][j] = branches.get(j).target();
      }
    }
  }

  @Override
  public boolean enabled(PromelaFrame frame) {
    boolean handOver = frame.rendezvous != 0;
    if (guards.length == 0) {
      return !handOver;
    }
    for (int i = 0; i < guards.length; i++) {
      if ((receives[i] || !handOver) && guards[i].enabled(frame)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void execute(PromelaFrame frame) {
    int point = start;
    for (int i = 0; i < MOST_STEPS; i++) {
      if (point == statements.length || frame.violation != null && frame.violation.isFatal()) {
        return;
      }
      int branch = choose(frame, point);
      if (branch < 0) {
        frame.fail(PromelaViolation.BLOCKED);
        return;
      }
      StepCode statement = statements[point][branch];
      if (statement != null) {
        statement.execute(frame);
      }
      point = targets[point][branch];
    }
    frame.endless = true;
  }

  private int choose(PromelaFrame frame, int point) {
    StepCode[] branches = statements[point];
    for (int i = 0; i < branches.length; i++) {
      if (branches[i] == null || branches[i].enabled(frame)) {
        return i;
      }
    }
    return -1;
  }
}
