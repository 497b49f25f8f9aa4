// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.property.Property;
import dev.fencepost.source.SourceSpan;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes a property of a function {@code fencepost_invariant_NAME}, {@code fencepost_final_NAME} or
 * {@code fencepost_ltl_NAME}.
 */
final class PropertyLowering extends ValueLowering {
  private final ProgramLowering program;
  private final Function function;
  private Map<CVariable, Expr> parameters = new HashMap<>();

  /** The functions that are being called. */
  private final Set<Function> calling = new HashSet<>();

  /** The declaration of the thread whose memory is read. */
  private int observer = Expr.Contents.ANY;

  PropertyLowering(ProgramLowering program, Function function) {
    super(new ExprFactory(new Ranges()), program.memory, program.unit.goesBack());
    this.program = program;
    this.function = function;
  }

  Optional<Property> lower() {
    if (function.isTemporal()) {
      StatedFormula stated = function.formula();
      List<Expr> atoms = stated.atoms().stream().map(this::value).toList();
      return Optional.of(
          new Property.Temporal(function.propertyName(), stated.formula(), atoms, stated.span()));
    }
    Optional<Typed> stated = statedBy(function);
    if (stated.isEmpty() || !function.parameters().isEmpty()) {
      complain(
          function.span(),
          "a property is one expression",
          "write FENCEPOST_INVARIANT(name, expression) or FENCEPOST_FINAL(name, expression)");
      return Optional.empty();
    }
    Expr condition = value(stated.get());
    SourceSpan span = stated.get().span();
    String name = function.propertyName();
    return Optional.of(
        function.isInvariant()
            ? new Property.Invariant(name, condition, span)
            : new Property.FinalCondition(name, condition, span));
  }

  /** The expression of a function that is only {@code return expression;}. */
  private static Optional<Typed> statedBy(Function function) {
    List<Checked> statements =
        function.body() instanceof Checked.Block block ? block.statements() : List.of();
    return statements.size() == 1 && statements.getFirst() instanceof Checked.Return result
        ? Optional.ofNullable(result.value())
        : Optional.empty();
  }

  private Expr complain(SourceSpan span, String message, String hint) {
    program.diagnostics.error(span, message, hint);
    return Expr.constant(0);
  }

  @Override
  Expr other(Typed value) {
    return switch (value) {
      case Typed.Read read -> read(read.place());
      case Typed.Logical logical -> logical(logical);
      case Typed.Conditional conditional ->
          exprs.choice(
              value(conditional.condition()),
              value(conditional.whenTrue()),
              value(conditional.whenFalse()));
      case Typed.Call call -> call(call);
      case Typed.Reached reached ->
          program.hasMark(reached.label())
              ? new Expr.Reached(program.mark(reached.label()))
              : complain(
                  reached.span(),
                  "no thread passes a mark '" + reached.label() + "'",
                  "add reachable(\"" + reached.label() + "\") where it is meant");
      case Typed.Observed observed -> observed(observed);
      default ->
          complain(
              value.span(),
              "this cannot stand in a property",
              "a property reads variables and marks and changes nothing");
    };
  }

  private Expr observed(Typed.Observed observed) {
    if (!program.hasThread(observed.thread())) {
      return complain(
          observed.span(),
          "no thread runs '" + observed.thread().name() + "'",
          "the observer is main, or a function that pthread_create starts");
    }
    int outer = observer;
    observer = program.thread(observed.thread());
    Expr value = value(observed.value());
    observer = outer;
    return value;
  }

  /** The right operand is evaluated only where the left one does not decide. */
  private Expr logical(Typed.Logical logical) {
    Expr left = exprs.truth(value(logical.left()));
    Expr right = exprs.truth(value(logical.right()));
    if (ExprFactory.isTotal(right)) {
      return exprs.binary(logical.and() ? BinaryOperator.AND : BinaryOperator.OR, left, right);
    }
    return logical.and()
        ? exprs.choice(left, right, Expr.constant(0))
        : exprs.choice(left, Expr.constant(1), right);
  }

  private Expr call(Typed.Call call) {
    Optional<Typed> stated = statedBy(call.function());
    if (stated.isEmpty() || !calling.add(call.function())) {
      return complain(
          call.span(),
          "a property cannot call '" + call.function().name() + "'",
          "it can call functions that are only { return expression; }, without recursion");
    }
    Map<CVariable, Expr> bound = new HashMap<>();
    for (int i = 0; i < call.arguments().size(); i++) {
      bound.put(call.function().parameters().get(i), value(call.arguments().get(i)));
    }
    Map<CVariable, Expr> outer = parameters;
    parameters = bound;
    Expr result = value(stated.get());
    calling.remove(call.function());
    parameters = outer;
    if (ExprFactory.size(result) > 10_000) {
      complain(call.span(), "this property is too large", "");
      return Expr.constant(0);
    }
    return result;
  }

  private Expr read(CPlace place) {
    if (place instanceof CPlace.Named named && !named.variable().isGlobal()) {
      Expr parameter = parameters.get(named.variable());
      return parameter != null
          ? parameter
          : complain(place.span(), "a property reads global variables only", "");
    }
    if (place instanceof CPlace.Named named && named.variable().isKnown()) {
      return Expr.constant(program.memory.known(named.variable()));
    }
    return new Expr.Contents(accessed(place), observer);
  }

  @Override
  Expr room(CPlace place) {
    return place instanceof CPlace.Named named
            && named.variable().isGlobal()
            && !named.variable().isThreadLocal()
        ? Expr.constant(program.memory.addressOf(named.variable()))
        : complain(place.span(), "a property reads global variables only", "");
  }
}
