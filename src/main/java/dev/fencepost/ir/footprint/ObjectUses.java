// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.footprint;

import static dev.fencepost.ir.footprint.ObjectKinds.distinguished;

import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.ObjectArray;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.footprint.ObjectKinds.Kind;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Finds how expressions use references to interchangeable objects. An object is found by a pointer
 * to its beginning, or by its number as an index; both may be copied and compared for equality.
 */
final class ObjectUses {
  /** What an expression gives that is no copy of a place. */
  private static final int CALCULATED = -1;

  private static final int CONSTANT = -2;

  /** A value of 64 bits can hold an address. */
  private static final int WORD = 64;

  private static final int SHORT = 16;

  /**
   * The address of a part of the object with a number.
   *
   * @param offset in bytes from the beginning of the object
   */
  record Element(ObjectArray array, Expr number, long offset) {}

  /**
   * Where a constant meets a place: it names an object if the place holds references.
   *
   * @param declaration of the thread, or -1 in a property
   */
  record Meeting(int place, long constant, int declaration, int pc, SourceSpan span) {}

  private final Program program;
  final ObjectKinds kinds;
  final List<Meeting> meetings = new ArrayList<>();

  /** Places that lose bits of an address. */
  private final List<Meeting> narrowed = new ArrayList<>();

  /** Where the expressions stand that are looked at. */
  private int declaration;

  private int pc;
  private SourceSpan span = SourceSpan.NONE;

  ObjectUses(Program program, ObjectKinds kinds) {
    this.program = program;
    this.kinds = kinds;
  }

  void at(int newDeclaration, int newPc, SourceSpan newSpan) {
    declaration = newDeclaration;
    pc = newPc;
    span = newSpan;
  }

  /** The element of an object that an address expression finds by the object's number. */
  static Optional<Element> element(Expr expr, Program program) {
    if (expr instanceof Expr.Binary(BinaryOperator sum, Expr scaled, Expr.Constant(long base))
        && sum == BinaryOperator.ADD
        && scaled
            instanceof Expr.Binary(BinaryOperator product, Expr index, Expr.Constant(long size))
        && product == BinaryOperator.MULTIPLY
        && index instanceof Expr.Index(Expr number, long length, String name)) {
      for (ObjectArray array : program.interchangeable()) {
        long offset = base - Program.addressOf(array.first());
        if (size == (long) array.stride() * Program.CELL_BYTES && offset >= 0 && offset < size) {
          return Optional.of(new Element(array, number, offset));
        }
      }
    }
    return Optional.empty();
  }

  /** The value goes to a place. */
  void assign(int place, Expr expr) throws InvalidInputException {
    int value = value(expr);
    if (value >= 0) {
      kinds.join(place, value, span);
    } else if (value == CONSTANT) {
      meet(place, expr);
    } else {
      kinds.use(place, Kind.DATA, span);
    }
  }

  private void meet(int place, Expr constant) {
    long value = ((Expr.Constant) constant).value();
    meetings.add(new Meeting(place, value, declaration, pc, span));
  }

  /** Two values are compared for equality. */
  private void compare(Expr left, Expr right) throws InvalidInputException {
    int first = value(left);
    int second = value(right);
    if (first >= 0 && second >= 0) {
      kinds.join(first, second, span);
    } else if (first >= 0 && second == CONSTANT) {
      meet(first, right);
    } else if (second >= 0 && first == CONSTANT) {
      meet(second, left);
    } else if (first >= 0 || second >= 0) {
      kinds.use(Math.max(first, second), Kind.DATA, span);
    }
  }

  /** A value is looked at for being 0. */
  void test(Expr condition) throws InvalidInputException {
    int value = value(condition);
    if (value >= 0) {
      meetings.add(new Meeting(value, 0, declaration, pc, span));
    }
  }

  /** Nothing in the expression is a reference. */
  void calculate(Expr expr) throws InvalidInputException {
    int value = value(expr);
    if (value >= 0) {
      kinds.use(value, Kind.DATA, span);
    }
  }

  /** The place whose value the expression copies, or a code for another kind of value. */
  private int value(Expr expr) throws InvalidInputException {
    switch (expr) {
      case Expr.Constant constant -> {
        return CONSTANT;
      }
      case Expr.Register(int register) -> {
        return kinds.register(declaration, register);
      }
      case Expr.Contents contents -> {
        return contents(contents);
      }
      case Expr.Convert(int bits, boolean signed, Expr operand) -> {
        return converted(bits, operand);
      }
      case Expr.Unary(Expr.UnaryOperator operator, Expr operand)
          when operator == Expr.UnaryOperator.NOT ->
          test(operand);
      case Expr.Unary unary -> calculate(unary.operand());
      case Expr.Binary(BinaryOperator operator, Expr left, Expr right)
          when operator == BinaryOperator.EQUAL || operator == BinaryOperator.NOT_EQUAL ->
          compare(left, right);
      case Expr.Binary binary -> {
        return calculated(binary);
      }
      case Expr.Index index -> calculate(index.operand());
      case Expr.Within within -> {
        return value(within.address());
      }
      case Expr.Alike alike -> {
        return value(alike.address());
      }
      case Expr.Choice(Expr condition, Expr whenTrue, Expr whenFalse) -> {
        test(condition);
        calculate(whenTrue);
        calculate(whenFalse);
      }
      case Expr.Reached reached -> {}
      case Expr.Reachable reachable ->
          throw distinguished(span, "reachability is asked for by the number of an object");
    }
    return CALCULATED;
  }

  private int converted(int bits, Expr operand) throws InvalidInputException {
    int value = value(operand);
    if (value >= 0 && bits <= SHORT) {
      kinds.use(value, Kind.DATA, span);
      return CALCULATED;
    }
    if (value >= 0 && bits < WORD) {
      narrowed.add(new Meeting(value, 0, declaration, pc, span));
    }
    return value == CONSTANT ? CALCULATED : value;
  }

  private int calculated(Expr.Binary binary) throws InvalidInputException {
    Optional<Element> element = element(binary, program);
    if (element.isPresent()) {
      number(element.get());
      if (element.get().offset() != 0) {
        throw distinguished(span, "a pointer goes into the middle of an object");
      }
      return kinds.pointer;
    }
    calculate(binary.left());
    calculate(binary.right());
    return CALCULATED;
  }

  private void number(Element element) throws InvalidInputException {
    int number = value(element.number());
    if (number < 0) {
      throw distinguished(span, "the number of an object is calculated");
    }
    kinds.use(number, Kind.NUMBER, span);
  }

  /** What a property reads, by a known address or by the number of an object. */
  private int contents(Expr.Contents contents) throws InvalidInputException {
    if (contents.address() instanceof Expr.Constant(long address) && program.cellAt(address) >= 0) {
      return program.cellAt(address);
    }
    Element element =
        element(contents.address(), program)
            .orElseThrow(() -> distinguished(span, "a property goes through a pointer"));
    number(element);
    return element.array().first() + (int) (element.offset() / Program.CELL_BYTES);
  }

  /**
   * An address is used to access one of these cells.
   *
   * @return the object that a constant names, or -1
   */
  int access(Expr address, BitSet cells) throws InvalidInputException {
    if (address instanceof Expr.Within within) {
      return access(within.address(), cells);
    }
    if (address instanceof Expr.Alike alike) {
      return access(alike.address(), cells);
    }
    if (address instanceof Expr.Constant(long constant)) {
      return objectOf(constant);
    }
    Optional<Element> element = element(address, program);
    if (element.isPresent()) {
      number(element.get());
      return -1;
    }
    Expr base = address;
    long offset = 0;
    if (address instanceof Expr.Binary(BinaryOperator operator, Expr left, Expr right)
        && operator == BinaryOperator.ADD
        && right instanceof Expr.Constant(long distance)) {
      base = left;
      offset = distance;
    }
    boolean simple = base instanceof Expr.Register;
    boolean hits = false;
    for (ObjectArray array : program.interchangeable()) {
      boolean hit = cells.stream().anyMatch(cell -> array.objectOf(cell) >= 0);
      hits |= hit;
      if (hit && (!simple || offset < 0 || offset >= (long) array.stride() * Program.CELL_BYTES)) {
        throw distinguished(span, "the address of an object is calculated");
      }
    }
    if (hits) {
      kinds.use(value(base), Kind.POINTER, span);
    } else if (!simple) {
      calculate(address);
    }
    return -1;
  }

  /** The object that an address is part of, or -1. */
  int objectOf(long address) {
    int cell = program.cellAt(address);
    for (ObjectArray array : program.interchangeable()) {
      if (cell >= 0 && array.objectOf(cell) >= 0) {
        return array.objectOf(cell);
      }
    }
    return -1;
  }

  /** The object that a constant names where it meets a place, or -1. */
  int named(Meeting meeting) throws InvalidInputException {
    int objects = program.interchangeable().getFirst().objects();
    long constant = meeting.constant();
    return switch (kinds.of(meeting.place())) {
      case OPEN, DATA -> -1;
      case NUMBER -> constant >= 0 && constant < objects ? (int) constant : -1;
      case POINTER -> {
        int object = objectOf(constant);
        if (object >= 0
            && program.interchangeable().stream().noneMatch(a -> a.isElement(constant))) {
          throw distinguished(meeting.span(), "a pointer goes into the middle of an object");
        }
        yield object;
      }
    };
  }

  /** Complains where an address is cut. */
  void checkNarrowed() throws InvalidInputException {
    for (Meeting cut : narrowed) {
      if (kinds.of(cut.place()) == Kind.POINTER) {
        throw distinguished(cut.span(), "a pointer is made a smaller number");
      }
    }
  }
}
