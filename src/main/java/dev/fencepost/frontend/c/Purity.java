// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

/** Whether an expression can be evaluated without touching memory. */
final class Purity {
  private Purity() {}

  /** No reads of memory, no effects. */
  static boolean isPure(Typed value) {
    return switch (value) {
      case Typed.Constant constant -> true;
      case Typed.Self self -> true;
      case Typed.Read read ->
          read.place() instanceof CPlace.Named named && named.variable().isRegister();
      case Typed.AddressOf address -> isFixed(address.place());
      case Typed.Unary unary -> isPure(unary.operand());
      case Typed.Binary binary -> isPure(binary.left()) && isPure(binary.right());
      case Typed.Convert convert -> isPure(convert.operand());
      default -> false;
    };
  }

  /** Whether the address of a place needs no memory and cannot be out of bounds. */
  private static boolean isFixed(CPlace place) {
    return switch (place) {
      case CPlace.Named named -> true;
      case CPlace.Pointed pointed -> isPure(pointed.address());
      case CPlace.Member member -> isFixed(member.base());
      case CPlace.BitField field -> isFixed(field.cell());
      case CPlace.Element element ->
          isFixed(element.base()) && element.index() instanceof Typed.Constant;
      case CPlace.Made made -> false;
    };
  }

  /** Pure, and no run-time error can come of it; {@code &&} and the like may be among it. */
  static boolean isTotal(Typed value) {
    return switch (value) {
      case Typed.Logical logical -> isTotal(logical.left()) && isTotal(logical.right());
      case Typed.Unary unary -> isTotal(unary.operand());
      case Typed.Convert convert -> isTotal(convert.operand());
      case Typed.Binary binary ->
          isTotal(binary.left())
              && isTotal(binary.right())
              && Typed.isDefined(binary.operator(), binary.right());
      default -> isPure(value);
    };
  }
}
