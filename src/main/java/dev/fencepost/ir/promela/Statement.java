// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.promela;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a transition does, and when it can be taken. */
public sealed interface Statement {

  /** Can be taken when the expression is not 0. */
  record Condition(PromelaExpr value) implements Statement {}

  record Assign(Place place, PromelaExpr value) implements Statement {}

  /**
   * Sends a message.
   *
   * @param sorted whether it is put before the first greater message, not at the end
   */
  record Send(PromelaExpr channel, boolean sorted, List<PromelaExpr> values) implements Statement {
    public Send {
      values = List.copyOf(values);
    }
  }

  /**
   * Receives a message.
   *
   * @param anywhere whether it is the first that matches, not the first
   * @param keep whether the message stays in the channel
   */
  record Receive(PromelaExpr channel, boolean anywhere, boolean keep, List<FieldPattern> patterns)
      implements Statement {
    public Receive {
      patterns = List.copyOf(patterns);
    }
  }

  record Assert(PromelaExpr condition) implements Statement {}

  record Print(String format, List<PromelaExpr> values) implements Statement {
    public Print {
      values = List.copyOf(values);
    }
  }

  /** Can be taken when no other transition of the same control point can. */
  record Else() implements Statement {}

  /** Does nothing: {@code skip}, and jumps that are steps of their own. */
  record Skip() implements Statement {}

  /** The process ends; it can when it is the youngest. */
  record End() implements Statement {}

  /** Several statements in one step. */
  record DeterministicStep(Block block) implements Statement {}

  /**
   * The inside of a deterministic step. At each point the first branch that can be taken is taken;
   * it is an error if there is none.
   *
   * @param guards the step can be taken when one of them can, or when there are none
   * @param points the end of the block is the number of points
   */
  record Block(List<Statement> guards, int start, List<BlockPoint> points) {
    public Block {
      guards = List.copyOf(guards);
      points = List.copyOf(points);
    }

    public int end() {
      return points.size();
    }

    /** The guards and the statements at all points. */
    public List<Statement> statements() {
      Stream<Statement> inside =
          points.stream()
              .flatMap(point -> point.branches().stream())
              .flatMap(branch -> branch.statement().stream());
      return Stream.concat(guards.stream(), inside).toList();
    }
  }

  /** A point inside a deterministic step. */
  record BlockPoint(List<Branch> branches) {
    public BlockPoint {
      branches = List.copyOf(branches);
    }
  }

  /** A statement inside a deterministic step; without one, a choice among the branches there. */
  record Branch(Optional<Statement> statement, int target) {}
}
