// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Expr;
import dev.fencepost.ir.promela.Expr.BinaryOperator;
import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.ir.promela.ValueType;

/**
 * Writes conditions and assignments as instructions: static methods that take the frame. What asks
 * about channels or other processes is left to the compiled expressions.
 */
final class StatementEmitter {
  static final String FRAME = "Ldev/fencepost/machine/promela/Frame;";

  /** Jumps of a method reach 32,767 bytes; a part of an expression takes up to 30. */
  private static final int LARGEST = 1_000;

  private static final String CODELETS = "dev/fencepost/machine/promela/Codelets";

  private final ClassFile file;
  private final int globals;
  private CodeBuffer code = new CodeBuffer();

  /**
   * @param globals where the global variables begin in a state
   */
  StatementEmitter(ClassFile file, int globals) {
    this.file = file;
    this.globals = globals;
  }

  /** Whether a statement can be written so. */
  static boolean supports(Statement statement) {
    return switch (statement) {
      case Statement.Condition(Expr value) -> size(value) <= LARGEST;
      case Statement.Assign(Place place, Expr value) ->
          place.region() != Place.Region.NOWHERE && size(place) + size(value) <= LARGEST;
      default -> false;
    };
  }

  private static int size(Place place) {
    return place.indices().stream()
        .mapToInt(index -> size(index.value()))
        .reduce(1, StatementEmitter::sum);
  }

  /** How many parts an expression has; more than can be emitted where one cannot be. */
  private static int size(Expr expr) {
    return switch (expr) {
      case Expr.Constant constant -> 1;
      case Expr.Pid pid -> 1;
      case Expr.Read(Place place) ->
          place.region() == Place.Region.NOWHERE ? LARGEST + 1 : size(place);
      case Expr.Unary unary -> sum(1, size(unary.operand()));
      case Expr.Binary binary -> sum(1, sum(size(binary.left()), size(binary.right())));
      case Expr.Conditional choice ->
          sum(size(choice.condition()), sum(size(choice.yes()), size(choice.no())));
      default -> LARGEST + 1;
    };
  }

  private static int sum(int first, int second) {
    return Math.min(LARGEST + 1, first + second);
  }

  /** Adds a method that is the value of a condition. */
  void condition(String method, Expr value) {
    code = new CodeBuffer();
    emit(value);
    code.op(CodeBuffer.IRETURN, -1);
    file.add(ClassFile.STATIC, method, "(" + FRAME + ")I", code);
  }

  /** Adds a method that does an assignment: first the value, then the place, as SPIN does. */
  void assignment(String method, Statement.Assign assign) {
    code = new CodeBuffer();
    Place place = assign.place();
    emit(assign.value());
    wrap(place.type(), place.width());
    position(place);
    frame();
    String store =
        switch (place.bytes()) {
          case 1 -> "setByte";
          case 2 -> "setShort";
          default -> "setInt";
        };
    call(store, "(II" + FRAME + ")V", -3);
    code.op(CodeBuffer.RETURN, 0);
    file.add(ClassFile.STATIC, method, "(" + FRAME + ")V", code);
  }

  private void wrap(ValueType type, int width) {
    if (type == ValueType.BIT || type == ValueType.UNSIGNED && width < Integer.SIZE) {
      code.push(type == ValueType.BIT ? 1 : (1 << width) - 1, file);
      code.op(CodeBuffer.IAND, -1);
    }
  }

  private void frame() {
    code.op(CodeBuffer.ALOAD_0, 1);
  }

  private void call(String codelet, String descriptor, int growth) {
    code.op(CodeBuffer.INVOKESTATIC, growth, file.method(CODELETS, codelet, descriptor));
  }

  private void position(Place place) {
    boolean local = place.region() == Place.Region.LOCAL;
    code.push(place.offset() + (local ? 0 : globals), file);
    if (local) {
      frame();
      call("local", "(I" + FRAME + ")I", -1);
    }
    for (Place.Index index : place.indices()) {
      emit(index.value());
      code.push(index.length(), file);
      code.push(index.stride(), file);
      frame();
      call("element", "(IIII" + FRAME + ")I", -4);
    }
  }

  private void emit(Expr expr) {
    switch (expr) {
      case Expr.Constant(int value) -> code.push(value, file);
      case Expr.Pid pid -> {
        frame();
        call("pid", "(" + FRAME + ")I", 0);
      }
      case Expr.Read(Place place) -> read(place);
      case Expr.Unary(Expr.UnaryOperator operator, Expr operand) -> unary(operator, operand);
      case Expr.Binary(BinaryOperator operator, Expr left, Expr right) ->
          binary(operator, left, right);
      case Expr.Conditional(Expr condition, Expr yes, Expr no) -> choose(condition, yes, no);
      default -> throw new IllegalArgumentException("not supported: " + expr);
    }
  }

  private void read(Place place) {
    position(place);
    frame();
    String load =
        switch (place.bytes()) {
          case 1 -> "getByte";
          case 2 -> place.type() == ValueType.SHORT ? "getShort" : "getUnsignedShort";
          default -> "getInt";
        };
    call(load, "(I" + FRAME + ")I", -1);
  }

  private void unary(Expr.UnaryOperator operator, Expr operand) {
    emit(operand);
    switch (operator) {
      case NOT -> call("not", "(I)I", 0);
      case NEGATE -> code.op(CodeBuffer.INEG, 0);
      case COMPLEMENT -> {
        code.push(-1, file);
        code.op(CodeBuffer.IXOR, -1);
      }
    }
  }

  private void binary(BinaryOperator operator, Expr left, Expr right) {
    if (operator == BinaryOperator.BOTH) {
      choose(left, new Expr.Unary(Expr.UnaryOperator.NOT, not(right)), new Expr.Constant(0));
      return;
    }
    if (operator == BinaryOperator.EITHER) {
      choose(left, new Expr.Constant(1), new Expr.Unary(Expr.UnaryOperator.NOT, not(right)));
      return;
    }
    emit(left);
    emit(right);
    switch (operator) {
      case ADD -> code.op(CodeBuffer.IADD, -1);
      case SUBTRACT -> code.op(CodeBuffer.ISUB, -1);
      case MULTIPLY -> code.op(CodeBuffer.IMUL, -1);
      case AND -> code.op(CodeBuffer.IAND, -1);
      case OR -> code.op(CodeBuffer.IOR, -1);
      case XOR -> code.op(CodeBuffer.IXOR, -1);
      case SHIFT_LEFT -> code.op(CodeBuffer.ISHL, -1);
      case SHIFT_RIGHT -> code.op(CodeBuffer.ISHR, -1);
      case GREATER -> call("greater", "(II)I", -1);
      case LESS -> call("less", "(II)I", -1);
      case AT_LEAST -> call("atLeast", "(II)I", -1);
      case AT_MOST -> call("atMost", "(II)I", -1);
      case EQUAL -> call("equal", "(II)I", -1);
      case UNEQUAL -> call("unequal", "(II)I", -1);
      case DIVIDE -> quotient("divide");
      case REMAINDER -> quotient("remainder");
      case BOTH, EITHER -> throw new IllegalStateException("done above");
    }
  }

  private static Expr not(Expr expr) {
    return new Expr.Unary(Expr.UnaryOperator.NOT, expr);
  }

  private void quotient(String codelet) {
    frame();
    call(codelet, "(II" + FRAME + ")I", -2);
  }

  private void choose(Expr condition, Expr yes, Expr no) {
    emit(condition);
    int otherwise = code.jump(CodeBuffer.IFEQ, -1);
    int height = code.height();
    emit(yes);
    int end = code.jump(CodeBuffer.GOTO, 0);
    code.land(otherwise);
    code.reset(height);
    emit(no);
    code.land(end);
  }
}
