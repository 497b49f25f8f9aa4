// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.FieldPattern;
import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.ProcessType;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.PromelaExpr.BinaryOperator;
import dev.fencepost.ir.promela.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a statement or an expression accesses.
 *
 * @param statements the statement, and those inside it
 * @param reads the places that are read, each before those in its indices
 * @param writes the places that are written
 * @param asked the expressions, each before its parts
 */
record Accesses(
    List<Statement> statements, List<Place> reads, List<Place> writes, List<PromelaExpr> asked) {

  private Accesses() {
    this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  }

  static Accesses of(Statement statement) {
    Accesses accesses = new Accesses();
    accesses.add(statement);
    return accesses;
  }

  static Accesses of(PromelaExpr expr) {
    Accesses accesses = new Accesses();
    accesses.add(expr);
    return accesses;
  }

  /** Of the statements of a type, its {@code provided} clause and its initial values. */
  static Accesses of(ProcessType type) {
    Accesses accesses = new Accesses();
    type.provided().ifPresent(accesses::add);
    type.transitions().forEach(step -> accesses.add(step.statement()));
    type.variables().forEach(variable -> variable.values().forEach(accesses::add));
    return accesses;
  }

  /** The places that are read or written. */
  Stream<Place> places() {
    return Stream.concat(reads.stream(), writes.stream());
  }

  /** Whether an expression contains {@code run}. */
  static boolean startsProcess(PromelaExpr expr) {
    return of(expr).asked.stream().anyMatch(PromelaExpr.Run.class::isInstance);
  }

  private void add(Statement statement) {
    statements.add(statement);
    switch (statement) {
      case Statement.Condition(PromelaExpr value) -> add(value);
      case Statement.Assign(Place place, PromelaExpr value) -> {
        add(value);
        write(place);
      }
      case Statement.Send send -> {
        add(send.channel());
        send.values().forEach(this::add);
      }
      case Statement.Receive receive -> {
        add(receive.channel());
        receive.patterns().forEach(this::add);
      }
      case Statement.Assert(PromelaExpr condition) -> add(condition);
      case Statement.DeterministicStep(Statement.Block block) ->
          block.statements().forEach(this::add);
      case Statement.Print print -> fallible(print).forEach(this::add);
      case Statement.Skip skip -> {}
      case Statement.Else other -> {}
      case Statement.End end -> {}
    }
  }

  /** What is printed changes nothing, but its evaluation may fail. */
  static List<PromelaExpr> fallible(Statement.Print print) {
    return print.values().stream().filter(value -> Accesses.of(value).mayFail()).toList();
  }

  /** Whether an evaluation may fail for good: an index outside, a division by 0. */
  boolean mayFail() {
    return asked.stream().anyMatch(Accesses::mayFail)
        || places()
            .flatMap(place -> place.indices().stream())
            .anyMatch(index -> !ExprEmitter.isKnown(index));
  }

  /** Whether an operation may fail, leaving its operands aside. */
  private static boolean mayFail(PromelaExpr expr) {
    return !expr.isArithmetic()
        || expr instanceof PromelaExpr.Binary binary
            && (binary.operator() == BinaryOperator.DIVIDE
                || binary.operator() == BinaryOperator.REMAINDER);
  }

  private void add(FieldPattern pattern) {
    switch (pattern) {
      case FieldPattern.Match(PromelaExpr value) -> add(value);
      case FieldPattern.Store(Place place) -> write(place);
    }
  }

  private void write(Place place) {
    writes.add(place);
    place.indices().forEach(index -> add(index.value()));
  }

  private void add(PromelaExpr expr) {
    asked.add(expr);
    if (expr instanceof PromelaExpr.Read(Place place)) {
      reads.add(place);
    }
    expr.parts().forEach(this::add);
  }
}
