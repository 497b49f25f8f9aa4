// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Program;

/** Finds out where places are: their registers or addresses. */
final class PlaceLowering {
  private final ThreadLowering thread;
  private final ExpressionLowering expressions;
  private final ExprFactory exprs;

  PlaceLowering(ThreadLowering thread, ExpressionLowering expressions) {
    this.thread = thread;
    this.expressions = expressions;
    this.exprs = thread.exprs();
  }

  /** The register that a place is, or -1. */
  int registerOf(Place place) {
    return place instanceof Place.Named named
            && named.variable().isRegister()
            && thread.binding(named.variable()) instanceof Frame.Binding.InRegister in
        ? in.register()
        : -1;
  }

  static boolean isStrong(Place place) {
    Variable variable = place.variable();
    return variable != null && variable.isGhost();
  }

  /** The value of a pointer to a place. */
  Expr addressOf(Place place) {
    return place instanceof Place.Element element ? element(element, 1) : address(place);
  }

  /** The address of a place in memory. */
  Expr address(Place place) {
    return switch (place) {
      case Place.Named named ->
          named.variable().isGlobal()
              ? Expr.constant(thread.program().memory().addressOf(named.variable()))
              : ((Frame.Binding.InMemory) thread.binding(named.variable())).address();
      case Place.Pointed pointed -> expressions.value(pointed.address());
      case Place.Member member ->
          exprs.add(
              address(member.base()), Expr.constant(member.field().offset() * Program.CELL_BYTES));
      case Place.Element element -> element(element, 0);
    };
  }

  /** {@code beyond} 1 allows the address behind the last element. */
  private Expr element(Place.Element element, int beyond) {
    Expr base = address(element.base());
    Expr index = expressions.value(element.index());
    Expr checked = exprs.index(index, element.length() + beyond, describe(element.base()));
    Expr scaled =
        exprs.binary(BinaryOperator.MULTIPLY, checked, Expr.constant(element.type().bytes()));
    return exprs.add(base, scaled);
  }

  /** How a message names a place. */
  static String describe(Place place) {
    return switch (place) {
      case Place.Named named -> named.variable().name();
      case Place.Pointed pointed -> "*";
      case Place.Member member -> describe(member.base()) + "." + member.field().name();
      case Place.Element element -> describe(element.base()) + "[]";
    };
  }
}
