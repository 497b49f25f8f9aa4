// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Program;

/** Finds out where places are: their registers or addresses. */
record PlaceLowering(ThreadLowering thread, CExpressionLowering expressions) {

  /** The register that a place is, or -1. */
  int registerOf(CPlace place) {
    return place instanceof CPlace.Named named
            && named.variable().isRegister()
            && thread.binding(named.variable()) instanceof CallFrame.Binding.InRegister in
        ? in.register()
        : -1;
  }

  static boolean isStrong(CPlace place) {
    CVariable variable = place.variable();
    return variable != null && variable.isGhost();
  }

  /** The value of a pointer to a place. */
  Expr addressOf(CPlace place) {
    CVariable variable = place.variable();
    if (variable != null) {
      thread.handOn(variable);
    }
    return place instanceof CPlace.Element element ? element(element, 1) : address(place);
  }

  /** The address of a place in memory. */
  Expr address(CPlace place) {
    return switch (place) {
      case CPlace.Named named ->
          named.variable().isThreadLocal()
              ? thread.threadLocal(named.variable())
              : named.variable().isGlobal()
                  ? Expr.constant(thread.program.memory.addressOf(named.variable()))
                  : ((CallFrame.Binding.InMemory) thread.binding(named.variable())).address();
      case CPlace.Pointed pointed -> expressions.value(pointed.address());
      case CPlace.Member member ->
          thread.exprs.add(
              address(member.base()), Expr.constant(member.field().offset() * Program.CELL_BYTES));
      case CPlace.BitField field -> address(field.cell());
      case CPlace.Element element -> element(element, 0);
      case CPlace.Made made -> {
        expressions.run(made.before());
        yield address(new CPlace.Named(made.room(), made.span()));
      }
    };
  }

  /** {@code beyond} 1 allows the address behind the last element. */
  private Expr element(CPlace.Element element, int beyond) {
    Expr base = address(element.base());
    Expr index = expressions.value(element.index());
    Expr checked = thread.exprs.index(index, element.length() + beyond, describe(element.base()));
    Expr scaled =
        thread.exprs.binary(
            BinaryOperator.MULTIPLY, checked, Expr.constant(element.type().bytes()));
    return thread.exprs.add(base, scaled);
  }

  /** How a message names a place. */
  static String describe(CPlace place) {
    return switch (place) {
      case CPlace.Named named -> named.variable().name();
      case CPlace.Pointed pointed -> "*";
      case CPlace.Member member -> describe(member.base()) + "." + member.field().name();
      case CPlace.BitField field -> describe(field.cell());
      case CPlace.Element element -> describe(element.base()) + "[]";
      case CPlace.Made made -> made.room().name();
    };
  }
}
