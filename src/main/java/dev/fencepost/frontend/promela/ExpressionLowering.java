// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.ir.promela.Expr;
import dev.fencepost.ir.promela.Pattern;
import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.PromelaModel;
import dev.fencepost.ir.promela.ValueType;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Resolves the names in expressions. */
final class ExpressionLowering {
  private final Types types;
  private final Processes processes;
  private final Diagnostics diagnostics;
  private final References references;

  private boolean anyValue;

  ExpressionLowering(Types types, Processes processes, Diagnostics diagnostics) {
    this.types = types;
    this.processes = processes;
    this.diagnostics = diagnostics;
    references = new References(this, diagnostics);
  }

  References references() {
    return references;
  }

  Expr lower(Expression expression, Scope scope) {
    return switch (expression) {
      case Expression.Number number -> new Expr.Constant(number.value());
      case Expression.Reference reference -> read(reference, scope);
      case Expression.Unary unary ->
          new Expr.Unary(unary.operator(), lower(unary.operand(), scope));
      case Expression.Binary binary ->
          new Expr.Binary(
              binary.operator(), lower(binary.left(), scope), lower(binary.right(), scope));
      case Expression.Conditional choice ->
          new Expr.Conditional(
              lower(choice.condition(), scope),
              lower(choice.yes(), scope),
              lower(choice.no(), scope));
      case Expression.Run run -> run(run, scope);
      case Expression.ChannelTest test ->
          new Expr.ChannelTest(test.question(), channel(test.channel(), scope));
      case Expression.Poll poll ->
          new Expr.Poll(
              channel(poll.channel(), scope),
              poll.anywhere(),
              patterns(poll.arguments(), scope, true));
      case Expression.Enabled enabled -> {
        processes.usesEnabled(enabled.span());
        yield new Expr.Enabled(lower(enabled.process(), scope));
      }
      case Expression.PcValue value -> new Expr.PcValue(lower(value.process(), scope));
      case Expression.Timeout timeout -> new Expr.Timeout();
      case Expression.NonProgress progress -> new Expr.NonProgress();
      case Expression.AtLabel at -> atLabel(at, scope);
      case Expression.Remote remote -> remote(remote, scope);
      case Expression.Temporal temporal -> {
        diagnostics.error(
            temporal.span(),
            "'" + temporal.operator() + "' cannot stand inside an expression of values");
        yield new Expr.Constant(0);
      }
    };
  }

  /** From now on '_' may stand for any value: only a trace assertion follows. */
  void acceptAnyValue() {
    anyValue = true;
  }

  private Expr read(Expression.Reference reference, Scope scope) {
    String name = reference.plainName();
    return switch (name) {
      case "_pid" -> new Expr.Pid();
      case "_nr_pr" -> new Expr.ProcessCount();
      case "_last" -> {
        processes.usesLast();
        yield new Expr.Last();
      }
      case "_" -> {
        if (anyValue) {
          yield new Expr.Read(References.nowhere(reference));
        }
        diagnostics.error(reference.span(), "'_' cannot be read", "it takes values and keeps none");
        yield new Expr.Constant(0);
      }
      default -> {
        Optional<Types.MtypeName> mtype = types.mtypeName(name);
        yield mtype.isPresent() && scope.find(name).isEmpty()
            ? new Expr.Constant(mtype.get().value())
            : new Expr.Read(references.scalar(reference, scope));
      }
    };
  }

  /** The values of arguments: a structure is as many as it has scalars. */
  List<Expr> values(List<Expression> arguments, Scope scope) {
    List<Expr> values = new ArrayList<>();
    for (Expression argument : arguments) {
      if (argument instanceof Expression.Reference reference
          && references.isStructure(reference, scope)) {
        references.scalars(reference, scope).forEach(place -> values.add(new Expr.Read(place)));
      } else {
        values.add(lower(argument, scope));
      }
    }
    return values;
  }

  /** What a receive, or a test whether it is possible, does with the fields of a message. */
  List<Pattern> patterns(List<Expression.Argument> arguments, Scope scope, boolean test) {
    List<Pattern> patterns = new ArrayList<>();
    for (Expression.Argument argument : arguments) {
      if (argument.eval()) {
        patterns.add(new Pattern.Match(lower(argument.value(), scope)));
      } else if (argument.value() instanceof Expression.Reference reference) {
        String name = reference.plainName();
        if (name.equals("_")) {
          patterns.add(new Pattern.Store(References.nowhere(reference)));
        } else if (types.mtypeName(name).isPresent() && scope.find(name).isEmpty()) {
          int value = types.mtypeName(name).orElseThrow().value();
          patterns.add(new Pattern.Match(new Expr.Constant(value)));
        } else if (test && name.startsWith("_")) {
          patterns.add(new Pattern.Match(lower(reference, scope)));
        } else {
          references.scalars(reference, scope).stream()
              .map(Pattern.Store::new)
              .forEach(patterns::add);
        }
      }
    }
    return patterns;
  }

  /** The number of the channel that a reference names. */
  Expr channel(Expression.Reference reference, Scope scope) {
    Place place = references.scalar(reference, scope);
    if (place.region() != Place.Region.NOWHERE && place.type() != ValueType.CHAN) {
      diagnostics.error(reference.span(), "'" + place.text() + "' is no channel");
    }
    return new Expr.Read(place);
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
    if (types.mtypeName(name).isPresent() && scope.find(name).isEmpty()) {
      diagnostics.error(reference.span(), "'" + name + "' is a constant");
      return References.nowhere(reference);
    }
    return references.scalar(reference, scope);
  }

  private Expr run(Expression.Run run, Scope scope) {
    Optional<Integer> type = processes.index(run.process(), run.span());
    List<Expr> values = values(run.arguments(), scope);
    if (type.isEmpty()) {
      return new Expr.Constant(0);
    }
    if (values.size() > PromelaModel.MAX_FIELDS) {
      diagnostics.error(
          run.span(), "too many arguments", "there may be " + PromelaModel.MAX_FIELDS);
    }
    processes.expectArguments(type.get(), values.size(), run.span());
    return new Expr.Run(type.get(), values);
  }

  private Expr number(Optional<Expression> number, int type, Scope scope) {
    return number.map(n -> lower(n, scope)).orElseGet(() -> new Expr.Constant(-1 - type));
  }

  private Expr atLabel(Expression.AtLabel at, Scope scope) {
    Optional<Integer> type = processes.index(at.process(), at.span());
    if (type.isEmpty()) {
      return new Expr.Constant(0);
    }
    Optional<Integer> point = processes.labelPoint(type.get(), at.label());
    if (point.isEmpty()) {
      diagnostics.error(
          at.span(),
          "'" + at.process() + "' has no label '" + at.label() + "'",
          "a label must stand before the place that asks for it");
      return new Expr.Constant(0);
    }
    return new Expr.AtLabel(type.get(), number(at.number(), type.get(), scope), point.get());
  }

  private Expr remote(Expression.Remote remote, Scope scope) {
    Optional<Integer> type = processes.index(remote.process(), remote.span());
    if (type.isEmpty()) {
      return new Expr.Constant(0);
    }
    Expression.Part variable = remote.variable();
    Expr number = number(remote.number(), type.get(), scope);
    Optional<Symbol> symbol = processes.local(type.get(), variable.name());
    SourceSpan span = variable.span();
    if (symbol.isEmpty()) {
      diagnostics.error(
          span, "'" + remote.process() + "' has no variable '" + variable.name() + "'");
      return new Expr.Constant(0);
    }
    if (!(symbol.get().type() instanceof Symbol.Basic basic)) {
      diagnostics.error(span, "'" + variable.name() + "' is a structure");
      return new Expr.Constant(0);
    }
    List<Place.Index> indices = new ArrayList<>();
    variable
        .index()
        .ifPresent(
            index ->
                indices.add(
                    new Place.Index(lower(index, scope), symbol.get().length(), basic.bytes())));
    Place place =
        new Place(
            ExpressionText.of(remote),
            Place.Region.LOCAL,
            symbol.get().offset(),
            basic.value(),
            basic.width(),
            basic.mtype(),
            indices);
    return new Expr.RemoteRead(type.get(), number, place);
  }
}
