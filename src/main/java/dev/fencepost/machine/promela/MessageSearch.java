// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.FieldPattern;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.Statement;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The search of a receive or a poll for the first message with the wanted values. Two searches are
 * equal if they are of the same statement or expression.
 *
 * @param origin the receive or the poll
 * @param first the operation that gives the first message to look at
 */
record MessageSearch(
    Object origin,
    String first,
    PromelaExpr channel,
    boolean anywhere,
    List<FieldPattern> patterns) {
  private static final int NUMBER = 1;
  private static final int MESSAGE = 2;

  static MessageSearch of(PromelaExpr.Poll poll) {
    return new MessageSearch(poll, "firstPolled", poll.channel(), poll.anywhere(), poll.patterns());
  }

  static MessageSearch of(Statement.Receive receive) {
    String first = receive.keep() ? "firstKept" : "firstReceived";
    return new MessageSearch(
        receive, first, receive.channel(), receive.anywhere(), receive.patterns());
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // what is meant
  public boolean equals(Object other) {
    return other instanceof MessageSearch search && search.origin == origin;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(origin);
  }

  /** The method that returns the message, or a negative number where there is none. */
  String method(GeneratedClass file) {
    return file.method(
        this, GeneratedClass.VALUE, code -> write(code, new ExprEmitter(file, code, false)));
  }

  private void write(MethodVisitor code, ExprEmitter values) {
    Label loop = new Label();
    Label next = new Label();
    Label none = new Label();
    values.value(channel);
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ISTORE, NUMBER);
    values.push(patterns.size());
    values.channelOperation(first, 2, Type.INT_TYPE);
    code.visitVarInsn(Opcodes.ISTORE, MESSAGE);
    code.visitLabel(loop);
    code.visitVarInsn(Opcodes.ILOAD, MESSAGE);
    code.visitJumpInsn(Opcodes.IFLT, none);
    match(code, values, next);
    code.visitVarInsn(Opcodes.ILOAD, MESSAGE);
    code.visitInsn(Opcodes.IRETURN);
    code.visitLabel(next);
    if (anywhere) {
      code.visitVarInsn(Opcodes.ILOAD, NUMBER);
      code.visitVarInsn(Opcodes.ILOAD, MESSAGE);
      values.channelOperation("next", 2, Type.INT_TYPE);
      code.visitVarInsn(Opcodes.ISTORE, MESSAGE);
      code.visitJumpInsn(Opcodes.GOTO, loop);
    }
    code.visitLabel(none);
    values.push(-1);
    code.visitInsn(Opcodes.IRETURN);
  }

  private void match(MethodVisitor code, ExprEmitter values, Label otherwise) {
    for (int i = 0; i < patterns.size(); i++) {
      if (patterns.get(i) instanceof FieldPattern.Match(PromelaExpr wanted)) {
        values.value(wanted);
        code.visitVarInsn(Opcodes.ILOAD, NUMBER);
        code.visitVarInsn(Opcodes.ILOAD, MESSAGE);
        values.push(i);
        values.channelOperation("matches", 4, Type.BOOLEAN_TYPE);
        code.visitJumpInsn(Opcodes.IFEQ, otherwise);
      }
    }
  }
}
