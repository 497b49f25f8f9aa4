// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.ir.promela.FieldPattern;
import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.ir.promela.ValueType;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Resolves the names in expressions. */
final class ExpressionLowering {
  private final Types types;
  private final Processes processes;
  private final Diagnostics diagnostics;
  private final References references;

  private boolean anyValue;

  /** Where we are, if no process can be started here; else empty. */
  private String withoutRun = "";

  ExpressionLowering(Types types, Processes processes, Diagnostics diagnostics) {
    this.types = types;
    this.processes = processes;
    this.diagnostics = diagnostics;
    references = new References(this, diagnostics);
  }

  References references() {
    return references;
  }

  PromelaExpr lower(Expression expression, Scope scope) {
    return switch (expression) {
      case Expression.Number number -> new PromelaExpr.Constant(number.value());
      case Expression.Reference reference -> read(reference, scope);
      case Expression.Unary unary ->
          new PromelaExpr.Unary(unary.operator(), lower(unary.operand(), scope));
      case Expression.Binary binary ->
          new PromelaExpr.Binary(
              binary.operator(), lower(binary.left(), scope), lower(binary.right(), scope));
      case Expression.Conditional choice ->
          new PromelaExpr.Conditional(
              lower(choice.condition(), scope),
              lower(choice.yes(), scope),
              lower(choice.no(), scope));
      case Expression.Run run -> run(run, scope);
      case Expression.ChannelTest test ->
          new PromelaExpr.ChannelTest(test.question(), channel(test.channel(), scope));
      case Expression.Poll poll ->
          new PromelaExpr.Poll(
              channel(poll.channel(), scope),
              poll.anywhere(),
              patterns(poll.arguments(), scope, true));
      case Expression.Enabled enabled -> new PromelaExpr.Enabled(lower(enabled.process(), scope));
      case Expression.PcValue value -> new PromelaExpr.PcValue(lower(value.process(), scope));
      case Expression.Timeout timeout -> new PromelaExpr.Timeout();
      case Expression.NonProgress progress -> new PromelaExpr.NonProgress();
      case Expression.AtLabel at -> atLabel(at, scope);
      case Expression.Remote remote -> remote(remote, scope);
      case Expression.Temporal temporal -> {
        diagnostics.error(
            temporal.span(),
            "'" + temporal.operator() + "' cannot stand inside an expression of values");
        yield new PromelaExpr.Constant(0);
      }
    };
  }

  /** Whether '_' may stand for any value: in a trace assertion. */
  void acceptAnyValue(boolean accepted) {
    anyValue = accepted;
  }

  /**
   * Lowers what cannot start a process.
   *
   * @param where a {@code run} cannot stand, for people
   */
  <T> T withoutRun(String where, Supplier<T> lowering) {
    String outer = withoutRun;
    withoutRun = where;
    try {
      return lowering.get();
    } finally {
      withoutRun = outer;
    }
  }

  private PromelaExpr read(Expression.Reference reference, Scope scope) {
    String name = reference.plainName();
    return switch (name) {
      case "_pid" -> new PromelaExpr.Pid();
      case "_nr_pr" -> new PromelaExpr.ProcessCount();
      case "_last" -> {
        processes.usesLast();
        yield new PromelaExpr.Last();
      }
      case "_" -> {
        if (anyValue) {
          yield new PromelaExpr.Read(References.nowhere(reference));
        }
        diagnostics.error(reference.span(), "'_' cannot be read", "it takes values and keeps none");
        yield new PromelaExpr.Constant(0);
      }
      default -> {
        Optional<Integer> mtype = types.mtypeValue(name);
        yield mtype.isPresent() && scope.find(name).isEmpty()
            ? new PromelaExpr.Constant(mtype.get())
            : new PromelaExpr.Read(references.scalar(reference, scope));
      }
    };
  }

  /** The values of arguments: a structure is as many as it has scalars. */
  List<PromelaExpr> values(List<Expression> arguments, Scope scope) {
    List<PromelaExpr> values = new ArrayList<>();
    for (Expression argument : arguments) {
      if (argument instanceof Expression.Reference reference
          && references.isStructure(reference, scope)) {
        references
            .scalars(reference, scope)
            .forEach(place -> values.add(new PromelaExpr.Read(place)));
      } else {
        values.add(lower(argument, scope));
      }
    }
    return values;
  }

  /** What a receive, or a test whether it is possible, does with the fields of a message. */
  List<FieldPattern> patterns(List<Expression.Argument> arguments, Scope scope, boolean test) {
    List<FieldPattern> patterns = new ArrayList<>();
    for (Expression.Argument argument : arguments) {
      if (argument.eval()) {
        patterns.add(new FieldPattern.Match(lower(argument.value(), scope)));
      } else if (argument.value() instanceof Expression.Reference reference) {
        String name = reference.plainName();
        if (name.equals("_")) {
          patterns.add(new FieldPattern.Store(References.nowhere(reference)));
        } else if (types.mtypeValue(name).isPresent() && scope.find(name).isEmpty()) {
          int value = types.mtypeValue(name).orElseThrow();
          patterns.add(new FieldPattern.Match(new PromelaExpr.Constant(value)));
        } else if (test && name.startsWith("_")) {
          patterns.add(new FieldPattern.Match(lower(reference, scope)));
        } else {
          references.scalars(reference, scope).stream()
              .map(FieldPattern.Store::new)
              .forEach(patterns::add);
        }
      }
    }
    return patterns;
  }

  /** The number of the channel that a reference names. */
  PromelaExpr channel(Expression.Reference reference, Scope scope) {
    Place place = references.scalar(reference, scope);
    if (place.region() != Place.Region.NOWHERE && place.type() != ValueType.CHAN) {
      diagnostics.error(reference.span(), "'" + place.text() + "' is no channel");
    }
    return new PromelaExpr.Read(place);
  }

  /** Where an assignment goes. */
  Place target(Expression.Reference reference, Scope scope) {
    String name = reference.plainName();
    if (name.equals("_")) {
      return References.nowhere(reference);
    }
    if (name.equals("_pid") || name.equals("_nr_pr") || name.equals("_last")) {
      diagnostics.error(reference.span(), "'" + name + "' cannot be assigned to");
      return References.nowhere(reference);
    }
    if (types.mtypeValue(name).isPresent() && scope.find(name).isEmpty()) {
      diagnostics.error(reference.span(), "'" + name + "' is a constant");
      return References.nowhere(reference);
    }
    return references.scalar(reference, scope);
  }

  private PromelaExpr run(Expression.Run run, Scope scope) {
    Optional<Integer> type = processes.index(run.process(), run.span());
    if (!withoutRun.isEmpty()) {
      diagnostics.error(
          run.span(), "'run' cannot stand " + withoutRun, "write it before: pid = run ...");
    }
    List<PromelaExpr> values =
        withoutRun("in an argument of another", () -> values(run.arguments(), scope));
    if (type.isEmpty()) {
      return new PromelaExpr.Constant(0);
    }
    if (values.size() > PromelaModel.MAX_FIELDS) {
      diagnostics.error(
          run.span(), "too many arguments", "there may be " + PromelaModel.MAX_FIELDS);
    }
    processes.expectArguments(type.get(), values.size(), run.span());
    return new PromelaExpr.Run(type.get(), values);
  }

  private PromelaExpr number(Optional<Expression> number, int type, Scope scope) {
    return number.map(n -> lower(n, scope)).orElseGet(() -> new PromelaExpr.Constant(-1 - type));
  }

  private PromelaExpr atLabel(Expression.AtLabel at, Scope scope) {
    Optional<Integer> type = processes.index(at.process(), at.span());
    if (type.isEmpty()) {
      return new PromelaExpr.Constant(0);
    }
    Optional<Integer> point = processes.labelPoint(type.get(), at.label());
    if (point.isEmpty()) {
      diagnostics.error(
          at.span(),
          "'" + at.process() + "' has no label '" + at.label() + "'",
          "a label must stand before the place that asks for it");
      return new PromelaExpr.Constant(0);
    }
    return new PromelaExpr.AtLabel(type.get(), number(at.number(), type.get(), scope), point.get());
  }

  private PromelaExpr remote(Expression.Remote remote, Scope scope) {
    Optional<Integer> type = processes.index(remote.process(), remote.span());
    if (type.isEmpty()) {
      return new PromelaExpr.Constant(0);
    }
    Expression.Part variable = remote.variable();
    PromelaExpr number = number(remote.number(), type.get(), scope);
    Optional<Symbol> symbol = processes.local(type.get(), variable.name());
    SourceSpan span = variable.span();
    if (symbol.isEmpty()) {
      diagnostics.error(
          span, "'" + remote.process() + "' has no variable '" + variable.name() + "'");
      return new PromelaExpr.Constant(0);
    }
    if (!(symbol.get().type() instanceof Symbol.Basic basic)) {
      diagnostics.error(span, "'" + variable.name() + "' is a structure");
      return new PromelaExpr.Constant(0);
    }
    List<Place.Index> indices = new ArrayList<>();
    variable
        .index()
        .ifPresent(
            index ->
                indices.add(
                    new Place.Index(lower(index, scope), symbol.get().length(), basic.bytes())));
    String text = ExpressionText.of(remote);
    Place place = basic.place(text, Place.Region.LOCAL, symbol.get().offset(), indices);
    return new PromelaExpr.RemoteRead(type.get(), number, place);
  }
}
