// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Expr;
import dev.fencepost.ir.promela.Expr.BinaryOperator;
import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.Statement;
import dev.fencepost.ir.promela.ValueType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Writes conditions and assignments as instructions: static methods that take the frame. What asks
 * about channels or other processes is left to the compiled expressions.
 */
final class StatementEmitter {
  static final String FRAME = "Ldev/fencepost/machine/promela/PromelaFrame;";

  /** Jumps of a method reach 32,767 bytes; a part of an expression takes up to 30. */
  private static final int LARGEST = 1_000;

  private static final String CODELETS = "dev/fencepost/machine/promela/Codelets";

  /** Conditions behind others that are larger become methods, shared by all that have them. */
  private static final int LARGEST_INSIDE = 40;

  private final ClassFile file;
  private final int globals;
  private final Map<Expr, String> conditions = new HashMap<>();
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
      case Statement.Assert(Expr value) -> size(value) <= LARGEST;
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
    CodeBuffer outer = code;
    code = new CodeBuffer();
    List<Integer> no = jumps(value, false);
    code.push(1, file);
    code.op(CodeBuffer.IRETURN, -1);
    no.forEach(code::land);
    code.push(0, file);
    code.op(CodeBuffer.IRETURN, -1);
    file.add(ClassFile.STATIC, method, "(" + FRAME + ")I", code);
    code = outer;
  }

  /** Adds a method that executes a statement. */
  void method(String method, Statement statement) {
    CodeBuffer body = new CodeBuffer();
    effect(statement, body);
    body.op(CodeBuffer.RETURN, 0);
    file.add(ClassFile.STATIC, method, "(" + FRAME + ")V", body);
  }

  /** Writes what a statement does. */
  void effect(Statement statement, CodeBuffer target) {
    code = target;
    switch (statement) {
      case Statement.Assign assign -> assign(assign);
      case Statement.Assert(Expr value) -> {
        List<Integer> fine = jumps(value, true);
        frame();
        call("failAssertion", "(" + FRAME + ")V", -1);
        fine.forEach(code::land);
      }
      case Statement.Condition condition -> {}
      case Statement.Skip skip -> {}
      case Statement.Print print -> {}
      default -> throw new IllegalArgumentException("not supported: " + statement);
    }
  }

  /** Writes a test, which jumps where it fails: what the jumps want to know. */
  List<Integer> test(Expr value, CodeBuffer target) {
    code = target;
    return jumps(value, false);
  }

  /** An assignment: first the value, then the place, as SPIN does. */
  private void assign(Statement.Assign assign) {
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
    int known = place.indices().stream().mapToInt(index -> isKnown(index) ? at(index) : 0).sum();
    code.push(place.offset() + known + (local ? 0 : globals), file);
    if (local) {
      frame();
      call("local", "(I" + FRAME + ")I", -1);
    }
    for (Place.Index index : place.indices()) {
      if (!isKnown(index)) {
        emit(index.value());
        code.push(index.length(), file);
        code.push(index.stride(), file);
        frame();
        call("element", "(IIII" + FRAME + ")I", -4);
      }
    }
  }

  /** Whether an index is a number that is in bounds. */
  private static boolean isKnown(Place.Index index) {
    return index.value() instanceof Expr.Constant(int value)
        && value >= 0
        && value < index.length();
  }

  private static int at(Place.Index index) {
    return ((Expr.Constant) index.value()).value() * index.stride();
  }

  /** Whether to evaluate an expression may fail. */
  static boolean mayFail(Expr expr) {
    return switch (expr) {
      case Expr.Read(Place place) -> mayFail(place);
      case Expr.Unary unary -> mayFail(unary.operand());
      case Expr.Binary binary ->
          binary.operator() == BinaryOperator.DIVIDE
              || binary.operator() == BinaryOperator.REMAINDER
              || mayFail(binary.left())
              || mayFail(binary.right());
      case Expr.Conditional choice ->
          mayFail(choice.condition()) || mayFail(choice.yes()) || mayFail(choice.no());
      default -> false;
    };
  }

  private static boolean mayFail(Place place) {
    return !place.indices().stream().allMatch(StatementEmitter::isKnown);
  }

  /** Whether to execute a statement, or to test whether it can be, may fail for good. */
  static boolean mayFail(Statement statement) {
    return switch (statement) {
      case Statement.Condition(Expr value) -> mayFail(value);
      case Statement.Assign(Place place, Expr value) -> mayFail(place) || mayFail(value);
      case Statement.Assert(Expr value) -> mayFail(value);
      default -> false;
    };
  }

  /** Jumps if an expression is true, or if it is false; else goes on. */
  private List<Integer> jumps(Expr expr, boolean when) {
    return switch (expr) {
      case Expr.Unary(Expr.UnaryOperator operator, Expr operand)
          when operator == Expr.UnaryOperator.NOT ->
          jumps(operand, !when);
      case Expr.Binary(BinaryOperator operator, Expr left, Expr right)
          when operator == BinaryOperator.BOTH || operator == BinaryOperator.EITHER -> {
        boolean decides = operator == BinaryOperator.EITHER;
        List<Integer> decided = jumps(left, decides);
        List<Integer> behind = jumpsBehind(right, when);
        if (decides == when) {
          yield Stream.concat(decided.stream(), behind.stream()).toList();
        }
        decided.forEach(code::land);
        yield behind;
      }
      case Expr.Binary(BinaryOperator operator, Expr left, Expr right)
          when comparison(operator, when) != 0 -> {
        emit(left);
        emit(right);
        yield List.of(code.jump(comparison(operator, when), -2));
      }
      default -> {
        emit(expr);
        yield List.of(code.jump(when ? CodeBuffer.IFNE : CodeBuffer.IFEQ, -1));
      }
    };
  }

  /** The same for what comes behind a condition, which may be often the one that decides. */
  private List<Integer> jumpsBehind(Expr expr, boolean when) {
    if (size(expr) <= LARGEST_INSIDE) {
      return jumps(expr, when);
    }
    String method = conditions.get(expr);
    if (method == null) {
      method = "condition" + conditions.size();
      conditions.put(expr, method);
      condition(method, expr);
    }
    frame();
    code.op(CodeBuffer.INVOKESTATIC, 0, file.ownMethod(method, "(" + FRAME + ")I"));
    return List.of(code.jump(when ? CodeBuffer.IFNE : CodeBuffer.IFEQ, -1));
  }

  /** The jump that compares two numbers, or 0. */
  private static int comparison(BinaryOperator operator, boolean when) {
    return switch (operator) {
      case EQUAL -> when ? CodeBuffer.IF_ICMPEQ : CodeBuffer.IF_ICMPNE;
      case UNEQUAL -> when ? CodeBuffer.IF_ICMPNE : CodeBuffer.IF_ICMPEQ;
      case LESS -> when ? CodeBuffer.IF_ICMPLT : CodeBuffer.IF_ICMPGE;
      case AT_LEAST -> when ? CodeBuffer.IF_ICMPGE : CodeBuffer.IF_ICMPLT;
      case GREATER -> when ? CodeBuffer.IF_ICMPGT : CodeBuffer.IF_ICMPLE;
      case AT_MOST -> when ? CodeBuffer.IF_ICMPLE : CodeBuffer.IF_ICMPGT;
      default -> 0;
    };
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
    if (operator == BinaryOperator.BOTH || operator == BinaryOperator.EITHER) {
      List<Integer> no = jumps(new Expr.Binary(operator, left, right), false);
      code.push(1, file);
      int end = code.jump(CodeBuffer.GOTO, -1);
      no.forEach(code::land);
      code.push(0, file);
      code.land(end);
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

  private void quotient(String codelet) {
    frame();
    call(codelet, "(II" + FRAME + ")I", -2);
  }

  private void choose(Expr condition, Expr yes, Expr no) {
    List<Integer> otherwise = jumps(condition, false);
    int height = code.height();
    emit(yes);
    int end = code.jump(CodeBuffer.GOTO, 0);
    otherwise.forEach(code::land);
    code.reset(height);
    emit(no);
    code.land(end);
  }
}
