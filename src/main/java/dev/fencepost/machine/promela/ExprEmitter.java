// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.PromelaExpr.BinaryOperator;
import dev.fencepost.ir.promela.PromelaExpr.UnaryOperator;
import dev.fencepost.ir.promela.ValueType;
import java.util.List;
import java.util.Locale;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes expressions as instructions of one method, whose first parameter is the frame. The value
 * of an expression is left on the stack.
 */
class ExprEmitter extends CodeEmitter {
  private final boolean starts;

  /** A method for an expression, or for a part of one. */
  private record Key(PromelaExpr expr, boolean starts) {}

  /**
   * @param starts whether {@code run} starts processes; otherwise its value is 1, as it is where
   *     the question is only whether a statement is executable
   */
  ExprEmitter(GeneratedClass file, MethodVisitor code, boolean starts) {
    super(file, code);
    this.starts = starts;
  }

  /** Writes the value of an expression, by a call where it is large. */
  void value(PromelaExpr expr) {
    if (file.sizes.isLarge(expr)) {
      callOwn(expr);
    } else {
      inline(expr);
    }
  }

  /** Writes a jump that is taken if an expression is true, or if it is false. */
  void jump(PromelaExpr expr, boolean when, Label target) {
    jump(expr, file.sizes.isLarge(expr), when, target);
  }

  private void jump(PromelaExpr expr, boolean calls, boolean when, Label target) {
    if (calls) {
      callOwn(expr);
      code.visitJumpInsn(when ? Opcodes.IFNE : Opcodes.IFEQ, target);
    } else {
      inlineJump(expr, when, target);
    }
  }

  /** Calls the method of an expression. */
  private void callOwn(PromelaExpr expr) {
    String method =
        file.method(
            new Key(expr, starts),
            GeneratedClass.VALUE,
            body -> {
              new ExprEmitter(file, body, starts).inline(expr);
              body.visitInsn(Opcodes.IRETURN);
            });
    callOwn(method, GeneratedClass.VALUE);
  }

  private void inlineJump(PromelaExpr expr, boolean when, Label target) {
    switch (expr) {
      case PromelaExpr.Unary(UnaryOperator operator, PromelaExpr operand)
          when operator == UnaryOperator.NOT ->
          jump(operand, !when, target);
      case PromelaExpr.Binary(BinaryOperator operator, PromelaExpr left, PromelaExpr right)
          when isLogic(operator) -> {
        boolean decides = operator == BinaryOperator.EITHER;
        Label end = new Label();
        jump(left, decides, decides == when ? target : end);
        // the condition before it often decides alone
        jump(right, file.sizes.isLargeBehind(right), when, target);
        code.visitLabel(end);
      }
      case PromelaExpr.Binary(BinaryOperator operator, PromelaExpr left, PromelaExpr right)
          when isComparison(operator) -> {
        value(left);
        value(right);
        code.visitJumpInsn(comparison(operator, when), target);
      }
      case PromelaExpr.Poll poll -> {
        callOwn(MessageSearch.of(poll).method(file), GeneratedClass.VALUE);
        code.visitJumpInsn(when ? Opcodes.IFGE : Opcodes.IFLT, target);
      }
      default -> {
        inline(expr);
        code.visitJumpInsn(when ? Opcodes.IFNE : Opcodes.IFEQ, target);
      }
    }
  }

  private static boolean isLogic(BinaryOperator operator) {
    return operator == BinaryOperator.BOTH || operator == BinaryOperator.EITHER;
  }

  private static boolean isComparison(BinaryOperator operator) {
    return switch (operator) {
      case EQUAL, UNEQUAL, LESS, AT_LEAST, GREATER, AT_MOST -> true;
      default -> false;
    };
  }

  private static int comparison(BinaryOperator operator, boolean when) {
    return switch (operator) {
      case EQUAL -> when ? Opcodes.IF_ICMPEQ : Opcodes.IF_ICMPNE;
      case UNEQUAL -> when ? Opcodes.IF_ICMPNE : Opcodes.IF_ICMPEQ;
      case LESS -> when ? Opcodes.IF_ICMPLT : Opcodes.IF_ICMPGE;
      case AT_LEAST -> when ? Opcodes.IF_ICMPGE : Opcodes.IF_ICMPLT;
      case GREATER -> when ? Opcodes.IF_ICMPGT : Opcodes.IF_ICMPLE;
      case AT_MOST -> when ? Opcodes.IF_ICMPLE : Opcodes.IF_ICMPGT;
      default -> throw new IllegalArgumentException("no comparison: " + operator);
    };
  }

  private void inline(PromelaExpr expr) {
    switch (expr) {
      case PromelaExpr.Constant(int value) -> push(value);
      case PromelaExpr.Read(Place place) -> read(place);
      case PromelaExpr.Unary(UnaryOperator operator, PromelaExpr operand) ->
          unary(expr, operator, operand);
      case PromelaExpr.Binary(BinaryOperator operator, PromelaExpr left, PromelaExpr right) ->
          binary(expr, operator, left, right);
      case PromelaExpr.Conditional(PromelaExpr condition, PromelaExpr yes, PromelaExpr no) ->
          choose(condition, yes, no);
      case PromelaExpr.Run run -> run(run);
      case PromelaExpr.ChannelTest(PromelaExpr.ChannelQuestion question, PromelaExpr channel) -> {
        value(channel);
        boolean counts = question == PromelaExpr.ChannelQuestion.LEN;
        String name = question.name().toLowerCase(Locale.ROOT);
        channelOperation(name, 1, counts ? Type.INT_TYPE : Type.BOOLEAN_TYPE);
      }
      case PromelaExpr.Poll poll -> truth(expr);
      case PromelaExpr.Enabled(PromelaExpr process) -> {
        value(process);
        frameOperation("enabled", 1, Type.BOOLEAN_TYPE);
      }
      case PromelaExpr.PcValue(PromelaExpr process) -> {
        value(process);
        frameOperation("point", 1, Type.INT_TYPE);
      }
      case PromelaExpr.Timeout timeout -> field("timeout", "Z");
      case PromelaExpr.NonProgress progress -> field("nonProgress", "Z");
      case PromelaExpr.Pid pid -> field("pid", "I");
      case PromelaExpr.ProcessCount count -> {
        field("processes", "I");
        // in SPIN a never claim counts as a process
        push(file.program.hasClaim ? 1 : 0);
        code.visitInsn(Opcodes.IADD);
      }
      case PromelaExpr.Last last -> {
        push(file.program.lastAt);
        frameOperation("getByte", 1, Type.INT_TYPE);
      }
      case PromelaExpr.AtLabel(int type, PromelaExpr process, int point) -> {
        number(type, process);
        push(point);
        frameOperation("isAt", 2, Type.BOOLEAN_TYPE);
      }
      case PromelaExpr.RemoteRead(int type, PromelaExpr process, Place place) ->
          remote(type, process, place);
    }
  }

  /** Writes a condition's value, 1 or 0. */
  private void truth(PromelaExpr expr) {
    Label no = new Label();
    Label end = new Label();
    inlineJump(expr, false, no);
    push(1);
    code.visitJumpInsn(Opcodes.GOTO, end);
    code.visitLabel(no);
    push(0);
    code.visitLabel(end);
  }

  private void unary(PromelaExpr expr, UnaryOperator operator, PromelaExpr operand) {
    switch (operator) {
      case NOT -> truth(expr);
      case NEGATE -> {
        value(operand);
        code.visitInsn(Opcodes.INEG);
      }
      case COMPLEMENT -> {
        value(operand);
        push(-1);
        code.visitInsn(Opcodes.IXOR);
      }
    }
  }

  private void binary(
      PromelaExpr expr, BinaryOperator operator, PromelaExpr left, PromelaExpr right) {
    if (isLogic(operator) || isComparison(operator)) {
      truth(expr);
      return;
    }
    value(left);
    value(right);
    switch (operator) {
      case ADD -> code.visitInsn(Opcodes.IADD);
      case SUBTRACT -> code.visitInsn(Opcodes.ISUB);
      case MULTIPLY -> code.visitInsn(Opcodes.IMUL);
      case DIVIDE -> frameOperation("divide", 2, Type.INT_TYPE);
      case REMAINDER -> frameOperation("remainder", 2, Type.INT_TYPE);
      case AND -> code.visitInsn(Opcodes.IAND);
      case OR -> code.visitInsn(Opcodes.IOR);
      case XOR -> code.visitInsn(Opcodes.IXOR);
      case SHIFT_LEFT -> code.visitInsn(Opcodes.ISHL);
      case SHIFT_RIGHT -> code.visitInsn(Opcodes.ISHR);
      default -> throw new IllegalArgumentException("no arithmetic: " + operator);
    }
  }

  private void choose(PromelaExpr condition, PromelaExpr yes, PromelaExpr no) {
    Label otherwise = new Label();
    Label end = new Label();
    jump(condition, false, otherwise);
    value(yes);
    code.visitJumpInsn(Opcodes.GOTO, end);
    code.visitLabel(otherwise);
    value(no);
    code.visitLabel(end);
  }

  private void run(PromelaExpr.Run run) {
    if (!starts) {
      push(1);
      return;
    }
    fields(run.arguments());
    push(run.processType());
    frameOperation("run", 1, Type.INT_TYPE);
  }

  /** Writes values into the frame's message. */
  void fields(List<PromelaExpr> values) {
    for (int i = 0; i < values.size(); i++) {
      value(values.get(i));
      push(i);
      frameOperation("setField", 2, Type.VOID_TYPE);
    }
  }

  /** Writes the number of a process; a negative constant is the oldest one of its type. */
  private void number(int type, PromelaExpr process) {
    if (process instanceof PromelaExpr.Constant(int value) && value < 0) {
      push(type);
      frameOperation("oldest", 1, Type.INT_TYPE);
    } else {
      value(process);
    }
  }

  private void remote(int type, PromelaExpr process, Place place) {
    Label absent = new Label();
    Label end = new Label();
    number(type, process);
    push(type);
    frameOperation("variables", 2, Type.INT_TYPE);
    code.visitInsn(Opcodes.DUP);
    code.visitJumpInsn(Opcodes.IFLT, absent);
    inside(place);
    load(place);
    code.visitJumpInsn(Opcodes.GOTO, end);
    code.visitLabel(absent);
    code.visitInsn(Opcodes.POP);
    push(0);
    code.visitLabel(end);
  }

  private void read(Place place) {
    if (place.region() == Place.Region.NOWHERE) {
      push(0);
    } else {
      position(place);
      load(place);
    }
  }

  private void load(Place place) {
    switch (place.bytes()) {
      case 1 -> frameOperation("getByte", 1, Type.INT_TYPE);
      case 2 ->
          frameOperation(
              place.type() == ValueType.SHORT ? "getShort" : "getUnsignedShort", 1, Type.INT_TYPE);
      default -> frameOperation("getInt", 1, Type.INT_TYPE);
    }
  }

  private void position(Place place) {
    if (place.region() == Place.Region.LOCAL) {
      field("variables", "I");
      inside(place);
    } else {
      push(file.program.globals + fixed(place));
      elements(place);
    }
  }

  /** Goes from the position of a region to that of a place in it. */
  private void inside(Place place) {
    push(fixed(place));
    code.visitInsn(Opcodes.IADD);
    elements(place);
  }

  private void elements(Place place) {
    for (Place.Index index : place.indices()) {
      if (!isKnown(index)) {
        value(index.value());
        push(index.length());
        push(index.stride());
        frameOperation("element", 4, Type.INT_TYPE);
      }
    }
  }

  /** The offset of a place in its region, as far as it is known. */
  private static int fixed(Place place) {
    int offset = place.offset();
    for (Place.Index index : place.indices()) {
      offset +=
          isKnown(index) ? ((PromelaExpr.Constant) index.value()).value() * index.stride() : 0;
    }
    return offset;
  }

  /** Whether an index is a number that is in bounds. */
  static boolean isKnown(Place.Index index) {
    return index.value() instanceof PromelaExpr.Constant(int value)
        && value >= 0
        && value < index.length();
  }

  /** Stores the value on the stack; the place is evaluated after it, as in SPIN. */
  void store(Place place) {
    if (place.region() == Place.Region.NOWHERE) {
      code.visitInsn(Opcodes.POP);
      return;
    }
    if (place.type() == ValueType.BIT
        || place.type() == ValueType.UNSIGNED && place.width() < Integer.SIZE) {
      push(place.type() == ValueType.BIT ? 1 : (1 << place.width()) - 1);
      code.visitInsn(Opcodes.IAND);
    }
    position(place);
    String store =
        switch (place.bytes()) {
          case 1 -> "setByte";
          case 2 -> "setShort";
          default -> "setInt";
        };
    frameOperation(store, 2, Type.VOID_TYPE);
  }
}
