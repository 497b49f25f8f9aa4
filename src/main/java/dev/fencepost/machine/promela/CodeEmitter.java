// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes instructions of one method, whose first parameter is the frame. */
class CodeEmitter {
  protected final GeneratedClass file;
  protected final MethodVisitor code;

  CodeEmitter(GeneratedClass file, MethodVisitor code) {
    this.file = file;
    this.code = code;
  }

  /** Calls a method of the generated class that takes the frame alone. */
  void callOwn(String method, String descriptor) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESTATIC, GeneratedClass.NAME, method, descriptor, false);
  }

  /** Calls one of the {@link FrameOperations}, on so many numbers and the frame. */
  void frameOperation(String name, int numbers, Type result) {
    call(FrameOperations.class, name, numbers, result);
  }

  /** Calls one of the {@link ChannelOperations}, on so many numbers and the frame. */
  void channelOperation(String name, int numbers, Type result) {
    call(ChannelOperations.class, name, numbers, result);
  }

  private void call(Class<?> owner, String name, int numbers, Type result) {
    String descriptor = "(" + "I".repeat(numbers) + GeneratedClass.FRAME + ")" + result;
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC, Type.getInternalName(owner), name, descriptor, false);
  }

  void push(int value) {
    if (value >= -1 && value <= 5) {
      code.visitInsn(Opcodes.ICONST_0 + value);
    } else if (value == (byte) value) {
      code.visitIntInsn(Opcodes.BIPUSH, value);
    } else if (value == (short) value) {
      code.visitIntInsn(Opcodes.SIPUSH, value);
    } else {
      code.visitLdcInsn(value);
    }
  }

  void field(String name, String type) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitFieldInsn(Opcodes.GETFIELD, Type.getInternalName(PromelaFrame.class), name, type);
  }
}
