// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.frontend.promela.DeclaredVariables.Declarator;
import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.ir.promela.ValueType;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Declares the variables of a process type. A declaration at the start of the body is part of the
 * start of the process; one that stands later is a step that assigns the initial value, of an array
 * only to the first element.
 */
final class Locals {
  private final Flow flow;
  private final Types types;
  private final StatementLowering statements;
  private final Diagnostics diagnostics;
  private int scopes;
  private boolean atStart = true;

  Locals(Flow flow, Types types, StatementLowering statements, Diagnostics diagnostics) {
    this.flow = flow;
    this.types = types;
    this.statements = statements;
    this.diagnostics = diagnostics;
  }

  void startOfBody(boolean start) {
    atStart = start;
  }

  Scope open(Scope scope) {
    return scope.open(++scopes);
  }

  /** Declares variables; gives the steps that initialise them. */
  List<Statement> declare(DeclaredVariables declaration, Scope scope) {
    List<Statement> steps = new ArrayList<>();
    for (Declarator declarator : declaration.variables()) {
      Symbol symbol =
          types.symbol(declaration, declarator, Place.Region.LOCAL, flow.region.bytes());
      List<PromelaExpr> values = statements.initial(declarator, scope);
      if (atStart) {
        flow.region.add(symbol, declarator.span(), values, field -> fieldValues(field, scope));
      } else {
        flow.region.add(symbol, declarator.span(), List.of(), field -> List.of());
        steps.add(step(symbol, declarator, values));
      }
      flow.declare(symbol);
      if (!scope.declare(symbol)) {
        diagnostics.error(declarator.span(), "'" + symbol.name() + "' is declared twice");
      }
    }
    return steps;
  }

  private List<PromelaExpr> fieldValues(Symbol.Field field, Scope scope) {
    return statements.initial(field.declarator(), scope);
  }

  private Statement step(Symbol symbol, Declarator declarator, List<PromelaExpr> values) {
    if (symbol.channel().isPresent()) {
      diagnostics.error(
          declarator.span(),
          "a new channel can be declared only at the start of a proctype",
          "move the declaration of '" + symbol.name() + "' up");
    }
    if (declarator.listed()) {
      diagnostics.error(
          declarator.span(), "a list of values can stand only at the start of a proctype");
    }
    if (!(symbol.type() instanceof Symbol.Basic basic)) {
      return new Statement.Print("", List.of());
    }
    String text = symbol.name() + (symbol.isArray() ? "[0]" : "");
    Place place = basic.place(text, Place.Region.LOCAL, symbol.offset(), List.of());
    PromelaExpr value = values.isEmpty() ? new PromelaExpr.Constant(0) : values.getFirst();
    return new Statement.Assign(place, value);
  }

  /** A variable that the text does not name, in a scope of its own. */
  Expression.Reference counter(Scope scope, SourceSpan span) {
    String name = "_loop" + scopes;
    Symbol.Basic basic = new Symbol.Basic(ValueType.BYTE, 0, "");
    int offset = flow.region.bytes();
    Symbol symbol = new Symbol(name, basic, false, 1, Place.Region.LOCAL, offset, Optional.empty());
    flow.region.add(symbol, flow.span, List.of(), field -> List.of());
    scope.declare(symbol);
    return new Expression.Reference(
        span, List.of(new Expression.Part(span, name, Optional.empty())));
  }
}
