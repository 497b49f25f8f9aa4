// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

/** Whether an expression can be evaluated without touching memory, or before the program runs. */
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
      case Typed.AddressOf address ->
          isPure(address) && !(address.place().whole() instanceof CPlace.Pointed);
      case Typed.Binary binary ->
          isTotal(binary.left())
              && isTotal(binary.right())
              && !binary.type().isPointer()
              && Typed.isDefined(binary.operator(), binary.right());
      default -> isPure(value);
    };
  }

  /** No effects; memory may be read. */
  static boolean onlyReads(Typed value) {
    return switch (value) {
      case Typed.Read read -> onlyReads(read.place());
      case Typed.AddressOf address -> onlyReads(address.place());
      case Typed.Unary unary -> onlyReads(unary.operand());
      case Typed.Binary binary -> onlyReads(binary.left()) && onlyReads(binary.right());
      case Typed.Convert convert -> onlyReads(convert.operand());
      case Typed.Logical logical -> onlyReads(logical.left()) && onlyReads(logical.right());
      case Typed.Conditional conditional ->
          onlyReads(conditional.condition())
              && onlyReads(conditional.whenTrue())
              && onlyReads(conditional.whenFalse());
      default -> isPure(value);
    };
  }

  private static boolean onlyReads(CPlace place) {
    return switch (place) {
      case CPlace.Named named -> true;
      case CPlace.Pointed pointed -> onlyReads(pointed.address());
      case CPlace.Member member -> onlyReads(member.base());
      case CPlace.BitField field -> onlyReads(field.cell());
      case CPlace.Element element -> onlyReads(element.base()) && onlyReads(element.index());
      case CPlace.Made made -> false;
    };
  }

  /** Known before the program runs: made of constants and addresses of global variables. */
  static boolean isStatic(Typed value) {
    return switch (value) {
      case Typed.Constant constant -> true;
      case Typed.AddressOf address -> isStatic(address.place());
      case Typed.Convert convert -> !convert.type().isVoid() && isStatic(convert.operand());
      case Typed.Binary binary ->
          isStatic(binary.left())
              && isStatic(binary.right())
              && Typed.isDefined(binary.operator(), binary.right());
      case Typed.Unary unary -> isStatic(unary.operand());
      default -> false;
    };
  }

  private static boolean isStatic(CPlace place) {
    return switch (place) {
      case CPlace.Named named -> named.variable().isGlobal() && !named.variable().isThreadLocal();
      case CPlace.Pointed pointed -> isStatic(pointed.address());
      case CPlace.Member member -> isStatic(member.base());
      case CPlace.BitField field -> isStatic(field.cell());
      case CPlace.Element element ->
          isStatic(element.base())
              && element.index() instanceof Typed.Constant index
              && index.value() >= 0
              && index.value() <= element.length();
      case CPlace.Made made -> false;
    };
  }
}
