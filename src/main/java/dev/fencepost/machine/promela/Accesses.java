// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.FieldPattern;
import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.ProcessType;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.Statement;
import java.util.function.Consumer;

/**
 * Visits the places that statements read and write, and their expressions.
 *
 * @param read gets each place that is read, before those in its indices
 * @param written gets each place that is written
 * @param asked gets each expression, before its parts
 */
record Accesses(Consumer<Place> read, Consumer<Place> written, Consumer<PromelaExpr> asked) {

  void of(Statement statement) {
    switch (statement) {
      case Statement.Condition(PromelaExpr value) -> of(value);
      case Statement.Assign(Place place, PromelaExpr value) -> {
        of(value);
        write(place);
      }
      case Statement.Send send -> {
        of(send.channel());
        send.values().forEach(this::of);
      }
      case Statement.Receive receive -> {
        of(receive.channel());
        receive.patterns().forEach(this::of);
      }
      case Statement.Assert(PromelaExpr condition) -> of(condition);
      case Statement.DeterministicStep(Statement.Block block) -> of(block);
      // what is printed changes nothing
      case Statement.Print print -> {}
      case Statement.Skip skip -> {}
      case Statement.Else other -> {}
      case Statement.End end -> {}
    }
  }

  /** Visits the statements of a type, its {@code provided} clause and its initial values. */
  void of(ProcessType type) {
    type.provided().ifPresent(this::of);
    type.points().stream()
        .flatMap(point -> point.transitions().stream())
        .forEach(step -> of(step.statement()));
    type.variables().forEach(variable -> variable.values().forEach(this::of));
  }

  /** Whether an expression contains {@code run}. */
  static boolean startsProcess(PromelaExpr expr) {
    boolean[] found = {false};
    new Accesses(read -> {}, written -> {}, part -> found[0] |= part instanceof PromelaExpr.Run)
        .of(expr);
    return found[0];
  }

  private void of(Statement.Block block) {
    block.guards().forEach(this::of);
    for (Statement.BlockPoint point : block.points()) {
      point.branches().forEach(branch -> branch.statement().ifPresent(this::of));
    }
  }

  private void of(FieldPattern pattern) {
    switch (pattern) {
      case FieldPattern.Match(PromelaExpr value) -> of(value);
      case FieldPattern.Store(Place place) -> write(place);
    }
  }

  private void write(Place place) {
    written.accept(place);
    place.indices().forEach(index -> of(index.value()));
  }

  private void readPlace(Place place) {
    read.accept(place);
    place.indices().forEach(index -> of(index.value()));
  }

  void of(PromelaExpr expr) {
    asked.accept(expr);
    switch (expr) {
      case PromelaExpr.Read(Place place) -> readPlace(place);
      case PromelaExpr.Unary unary -> of(unary.operand());
      case PromelaExpr.Binary binary -> {
        of(binary.left());
        of(binary.right());
      }
      case PromelaExpr.Conditional choice -> {
        of(choice.condition());
        of(choice.yes());
        of(choice.no());
      }
      case PromelaExpr.Run run -> run.arguments().forEach(this::of);
      case PromelaExpr.ChannelTest test -> of(test.channel());
      case PromelaExpr.Poll poll -> {
        of(poll.channel());
        for (FieldPattern pattern : poll.patterns()) {
          // a test stores nothing
          if (pattern instanceof FieldPattern.Match(PromelaExpr value)) {
            of(value);
          }
        }
      }
      case PromelaExpr.Enabled enabled -> of(enabled.process());
      case PromelaExpr.PcValue value -> of(value.process());
      case PromelaExpr.AtLabel label -> of(label.process());
      case PromelaExpr.RemoteRead remote -> {
        of(remote.process());
        remote.place().indices().forEach(index -> of(index.value()));
      }
      case PromelaExpr.Constant constant -> {}
      case PromelaExpr.Timeout timeout -> {}
      case PromelaExpr.NonProgress progress -> {}
      case PromelaExpr.Pid pid -> {}
      case PromelaExpr.ProcessCount count -> {}
      case PromelaExpr.Last last -> {}
    }
  }
}
