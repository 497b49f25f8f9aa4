// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.Program;

/** What threads, properties and initial values share: arithmetic, and the addresses of places. */
abstract class ValueLowering {
  final ExprFactory exprs;
  private final MemoryLayout memory;
  final boolean goesBack;

  /**
   * @param goesBack whether a pointer may stand before the object that it is a pointer to, for a
   *     while
   */
  ValueLowering(ExprFactory exprs, MemoryLayout memory, boolean goesBack) {
    this.exprs = exprs;
    this.memory = memory;
    this.goesBack = goesBack;
  }

  /** A value that is no arithmetic. */
  abstract Expr other(Typed value);

  /** The address of a variable or of a room without a name. */
  abstract Expr room(CPlace place);

  /** An address that is computed from a pointer, and must be in its object or just behind. */
  Expr within(Expr address, Expr pointer) {
    return memory.within(address, pointer);
  }

  Expr value(Typed value) {
    return switch (value) {
      case Typed.Constant constant -> pointer(isOfNumber(constant), number(constant));
      case Typed.AddressOf address -> pointer(isOfNumber(address), number(address));
      case Typed.Unary unary ->
          exprs.convert(unary.type(), exprs.unary(unary.operator(), value(unary.operand())));
      case Typed.Binary binary -> {
        Expr first = value(binary.rightFirst() ? binary.right() : binary.left());
        Expr second = value(binary.rightFirst() ? binary.left() : binary.right());
        Expr left = binary.rightFirst() ? second : first;
        Expr right = binary.rightFirst() ? first : second;
        yield isMove(binary)
            ? isPart(binary.left()) ? moved(left, right, true) : movedAgain(left, right)
            : exprs.convert(binary.type(), exprs.binary(binary.operator(), left, right));
      }
      case Typed.Convert convert -> exprs.convert(convert.type(), converted(convert));
      default -> other(value);
    };
  }

  /** What is converted; a pointer that was made of a number may become one again. */
  Expr converted(Typed.Convert convert) {
    Typed operand = convert.operand();
    return isOfNumber(operand) && convert.type().isInteger() ? number(operand) : value(operand);
  }

  private Expr number(Typed value) {
    return value instanceof Typed.AddressOf address
        ? addressOf(address.place())
        : Expr.constant(((Typed.Constant) value).value());
  }

  /** A pointer that is made of a number is to no object; a {@code void *} may be a number. */
  private Expr pointer(boolean ofNumber, Expr address) {
    return ofNumber && !address.equals(Expr.constant(0))
        ? within(address, Expr.constant(0))
        : address;
  }

  private static boolean isOfNumber(Typed value) {
    return switch (value) {
      case Typed.Constant constant ->
          constant.type().unqualified() instanceof Type.PointerType pointer
              && !(pointer.target() instanceof Type.FunctionType)
              && !pointer.target().isVoid();
      case Typed.AddressOf address -> isOfNumber(address.place());
      default -> false;
    };
  }

  private static boolean isOfNumber(CPlace place) {
    return place.whole() instanceof CPlace.Pointed pointed && isOfNumber(pointed.address());
  }

  /** Whether a pointer must stay in its object here: not one that is no pointer but a number. */
  private boolean isMove(Typed.Binary binary) {
    return binary.operator() == BinaryOperator.ADD
        && binary.type().isPointer()
        && !(binary.left() instanceof Typed.Constant)
        && !(goesBack && ExpressionChecker.isBytes(binary.left()));
  }

  /** A pointer so many bytes further; {@code stays}: in its object, or just behind. */
  final Expr moved(Expr pointer, Expr bytes, boolean stays) {
    boolean checked = pointer instanceof Expr.Within;
    Expr from = pointer instanceof Expr.Within within ? within.address() : pointer;
    Expr start = pointer instanceof Expr.Within within ? within.pointer() : pointer;
    Expr to = exprs.add(from, bytes);
    return to.equals(from) ? pointer : stays || checked ? within(to, start) : to;
  }

  /** A pointer so many bytes further, which must be in its object before and behind that. */
  private Expr movedAgain(Expr pointer, Expr bytes) {
    return pointer instanceof Expr.Within within && !bytes.equals(Expr.constant(0))
        ? within(exprs.add(pointer, bytes), within.pointer())
        : moved(pointer, bytes, true);
  }

  /** Whether a pointer is to a part of a place, and not computed itself. */
  private static boolean isPart(Typed pointer) {
    return pointer instanceof Typed.AddressOf address
        && !(address.place() instanceof CPlace.Pointed);
  }

  /** Whether a part of what a pointer points at must be in the object there. */
  private boolean isPart(CPlace base) {
    return base.whole() instanceof CPlace.Pointed && !isOfNumber(base) && !goesBack;
  }

  /** The value of a pointer to a place, which may be behind the last element of an array. */
  Expr addressOf(CPlace place) {
    return place instanceof CPlace.Element element ? element(element, 1) : address(place);
  }

  /** The address of a place in memory. */
  final Expr address(CPlace place) {
    return switch (place) {
      case CPlace.Pointed pointed -> value(pointed.address());
      case CPlace.Member member ->
          moved(
              address(member.base()),
              Expr.constant(member.field().offset() * Program.CELL_BYTES),
              isPart(member.base()));
      case CPlace.BitField field -> address(field.cell());
      case CPlace.Element element -> element(element, 0);
      case CPlace.Named named -> room(named);
      case CPlace.Made made -> room(made);
    };
  }

  /** The address of a place that is read or written: what lies there must be what is meant. */
  final Expr accessed(CPlace place) {
    return place.whole() instanceof CPlace.Pointed
        ? alike(pointer(isOfNumber(place), address(place)), Kinds.of(place))
        : address(place);
  }

  /** The address of a cell that must hold scalars of a kind. */
  final Expr alike(Expr address, int kind) {
    return memory.alike(address, kind);
  }

  /** The address of a cell that must hold what another one holds. */
  final Expr alike(Expr address, Expr other) {
    return memory.alike(address, other);
  }

  /** {@code beyond} 1 allows the address behind the last element. */
  private Expr element(CPlace.Element element, int beyond) {
    Expr base = address(element.base());
    Expr index = value(element.index());
    Expr checked = index(index, element.length() + beyond, describe(element.base()));
    Expr bytes = Expr.constant(element.type().bytes());
    Expr offset = exprs.binary(BinaryOperator.MULTIPLY, checked, bytes);
    return moved(base, offset, isPart(element.base()));
  }

  /** An index that must be below a length. */
  Expr index(Expr index, long length, String array) {
    return exprs.index(index, length, array);
  }

  /** How a message names a place. */
  private static String describe(CPlace place) {
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
