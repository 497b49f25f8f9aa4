// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Program;
import java.util.function.ToLongFunction;

/** Values that are known before the program runs: constants and addresses of global variables. */
final class StaticValues {
  private StaticValues() {}

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

  /** The value of a static expression, with the addresses that variables have. */
  static long evaluate(Typed value, ToLongFunction<CVariable> addresses) {
    return switch (value) {
      case Typed.Constant constant -> constant.value();
      case Typed.AddressOf address -> address(address.place(), addresses);
      case Typed.Convert convert ->
          Folding.wrap(convert.type(), evaluate(convert.operand(), addresses));
      case Typed.Unary unary ->
          Folding.wrap(
              unary.type(), Folding.unary(unary.operator(), evaluate(unary.operand(), addresses)));
      case Typed.Binary binary -> {
        long left = evaluate(binary.left(), addresses);
        long right = evaluate(binary.right(), addresses);
        yield Folding.wrap(
            binary.type(), Folding.binary(binary.operator(), left, right).orElseThrow());
      }
      default -> throw new IllegalArgumentException("not static: " + value);
    };
  }

  private static long address(CPlace place, ToLongFunction<CVariable> addresses) {
    return switch (place) {
      case CPlace.Named named -> addresses.applyAsLong(named.variable());
      case CPlace.Pointed pointed -> evaluate(pointed.address(), addresses);
      case CPlace.Member member ->
          address(member.base(), addresses) + member.field().offset() * Program.CELL_BYTES;
      case CPlace.BitField field -> address(field.cell(), addresses);
      case CPlace.Element element ->
          address(element.base(), addresses)
              + evaluate(element.index(), addresses) * element.type().bytes();
      case CPlace.Made made -> throw new IllegalArgumentException("not static: " + made);
    };
  }
}
