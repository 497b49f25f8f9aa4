// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import dev.fencepost.ir.promela.FieldPattern;
import dev.fencepost.ir.promela.Place;
import dev.fencepost.ir.promela.PromelaExpr;
import dev.fencepost.ir.promela.Statement;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes statements as instructions of one method. */
final class StepEmitter extends CodeEmitter {
  /** Local variables; a part of a deterministic step has the first. */
  private static final int NUMBER = 2;

  private static final int MESSAGE = 3;

  private final ExprEmitter tests;
  private final ExprEmitter effects;

  StepEmitter(GeneratedClass file, MethodVisitor code) {
    super(file, code);
    tests = new ExprEmitter(file, code, false);
    effects = new ExprEmitter(file, code, true);
  }

  /** Whether a statement may not be executable. */
  static boolean hasTest(Statement statement) {
    return statement instanceof Statement.Condition
        || statement instanceof Statement.Send
        || statement instanceof Statement.Receive
        || statement instanceof Statement.Else
        || statement instanceof Statement.DeterministicStep;
  }

  /** Whether an executable statement has an effect. */
  static boolean hasEffect(Statement statement) {
    return !(statement instanceof Statement.Print print && Accesses.fallible(print).isEmpty()
        || statement instanceof Statement.Skip
        || statement instanceof Statement.Else
        || statement instanceof Statement.Condition(PromelaExpr value)
            && !Accesses.startsProcess(value));
  }

  /** Writes a test that jumps where a statement is not executable. */
  void test(Statement statement, Label otherwise) {
    switch (statement) {
      case Statement.Condition(PromelaExpr value) -> tests.jump(value, false, otherwise);
      case Statement.Send send -> {
        tests.value(send.channel());
        channelOperation("canSend", 1, Type.BOOLEAN_TYPE);
        code.visitJumpInsn(Opcodes.IFEQ, otherwise);
      }
      case Statement.Receive receive -> {
        callOwn(MessageSearch.of(receive).method(file), GeneratedClass.VALUE);
        code.visitJumpInsn(Opcodes.IFLT, otherwise);
      }
      case Statement.Else other -> {
        field("otherTaken", "Z");
        code.visitJumpInsn(Opcodes.IFNE, otherwise);
      }
      case Statement.DeterministicStep(Statement.Block block) -> guards(block, otherwise);
      case Statement.Assign assign -> {}
      case Statement.Assert assertion -> {}
      case Statement.Print print -> {}
      case Statement.Skip skip -> {}
      case Statement.End end -> {}
    }
  }

  /** Tests whether a guard is executable; in a rendezvous, whether one receives. */
  private void guards(Statement.Block block, Label otherwise) {
    Label fine = new Label();
    for (Statement guard : block.guards()) {
      Label next = new Label();
      if (!(guard instanceof Statement.Receive)) {
        field("rendezvous", "I");
        code.visitJumpInsn(Opcodes.IFNE, next);
      }
      if (file.sizes.of(guard) > CodeSizes.SMALL) {
        callOwn(testMethod(guard, file), GeneratedClass.TEST);
        code.visitJumpInsn(Opcodes.IFEQ, next);
      } else {
        test(guard, next);
      }
      code.visitJumpInsn(Opcodes.GOTO, fine);
      code.visitLabel(next);
    }
    if (block.guards().isEmpty()) {
      field("rendezvous", "I");
      code.visitJumpInsn(Opcodes.IFEQ, fine);
    }
    code.visitJumpInsn(Opcodes.GOTO, otherwise);
    code.visitLabel(fine);
  }

  /** Adds a method that tests whether a statement is executable; its name. */
  static String testMethod(Statement statement, GeneratedClass file) {
    return file.method(
        GeneratedClass.TEST,
        code -> {
          Label no = new Label();
          StepEmitter emitter = new StepEmitter(file, code);
          emitter.test(statement, no);
          emitter.push(1);
          code.visitInsn(Opcodes.IRETURN);
          code.visitLabel(no);
          emitter.push(0);
          code.visitInsn(Opcodes.IRETURN);
        });
  }

  /** Writes what a statement does. */
  void effect(Statement statement) {
    switch (statement) {
      case Statement.Condition(PromelaExpr value) -> {
        effects.value(value);
        code.visitInsn(Opcodes.POP);
      }
      case Statement.Assign(Place place, PromelaExpr value) -> {
        effects.value(value);
        effects.store(place);
      }
      case Statement.Send send -> {
        Label end = new Label();
        message(send, end);
        code.visitVarInsn(Opcodes.ILOAD, NUMBER);
        channelOperation(send.sorted() ? "sendSorted" : "send", 1, Type.VOID_TYPE);
        code.visitLabel(end);
      }
      case Statement.Receive receive -> receive(receive);
      case Statement.Assert(PromelaExpr condition) -> {
        Label fine = new Label();
        effects.jump(condition, true, fine);
        frameOperation("failAssertion", 0, Type.VOID_TYPE);
        code.visitLabel(fine);
      }
      case Statement.End end -> frameOperation("end", 0, Type.VOID_TYPE);
      case Statement.DeterministicStep(Statement.Block block) ->
          new BlockEmitter(block, file).write(this, code);
      case Statement.Print print ->
          Accesses.fallible(print)
              .forEach(
                  value -> {
                    effects.value(value);
                    code.visitInsn(Opcodes.POP);
                  });
      case Statement.Skip skip -> {}
      case Statement.Else other -> {}
    }
  }

  /** Writes the message of a send into the frame, and no more than that. */
  void offer(Statement.Send send) {
    Label end = new Label();
    message(send, end);
    code.visitLabel(end);
  }

  /** Evaluates the channel and the message; jumps where the number of fields is wrong. */
  private void message(Statement.Send send, Label otherwise) {
    channel(send.channel(), send.values().size(), otherwise);
    effects.fields(send.values());
  }

  private void channel(PromelaExpr channel, int fields, Label otherwise) {
    effects.value(channel);
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ISTORE, NUMBER);
    push(fields);
    channelOperation("hasFields", 2, Type.BOOLEAN_TYPE);
    code.visitJumpInsn(Opcodes.IFEQ, otherwise);
  }

  private void receive(Statement.Receive receive) {
    Label end = new Label();
    channel(receive.channel(), receive.patterns().size(), end);
    callOwn(MessageSearch.of(receive).method(file), GeneratedClass.VALUE);
    code.visitVarInsn(Opcodes.ISTORE, MESSAGE);
    onMessage("meet");
    for (int i = 0; i < receive.patterns().size(); i++) {
      if (receive.patterns().get(i) instanceof FieldPattern.Store(Place place)
          && place.region() != Place.Region.NOWHERE) {
        code.visitVarInsn(Opcodes.ILOAD, NUMBER);
        code.visitVarInsn(Opcodes.ILOAD, MESSAGE);
        push(i);
        channelOperation("field", 3, Type.INT_TYPE);
        effects.store(place);
      }
    }
    if (!receive.keep()) {
      onMessage("remove");
    }
    code.visitLabel(end);
  }

  private void onMessage(String operation) {
    code.visitVarInsn(Opcodes.ILOAD, NUMBER);
    code.visitVarInsn(Opcodes.ILOAD, MESSAGE);
    channelOperation(operation, 2, Type.VOID_TYPE);
  }
}
