// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** The instructions of one method of a {@link ClassFile}. */
final class CodeBuffer {
  static final int ICONST_0 = 3;
  static final int BIPUSH = 16;
  static final int SIPUSH = 17;
  static final int LDC_W = 19;
  static final int ILOAD_1 = 27;
  static final int ILOAD_2 = 28;
  static final int ALOAD_0 = 42;
  static final int ALOAD_1 = 43;
  static final int ISTORE_1 = 60;
  static final int IADD = 96;
  static final int ISUB = 100;
  static final int IMUL = 104;
  static final int INEG = 116;
  static final int ISHL = 120;
  static final int ISHR = 122;
  static final int IAND = 126;
  static final int IOR = 128;
  static final int IXOR = 130;
  static final int IINC = 132;
  static final int IFEQ = 153;
  static final int IFNE = 154;
  static final int IFGE = 156;
  static final int IF_ICMPEQ = 159;
  static final int IF_ICMPNE = 160;
  static final int IF_ICMPLT = 161;
  static final int IF_ICMPGE = 162;
  static final int IF_ICMPGT = 163;
  static final int IF_ICMPLE = 164;
  static final int GOTO = 167;
  static final int TABLESWITCH = 170;
  static final int IRETURN = 172;
  static final int RETURN = 177;
  static final int GETFIELD = 180;
  static final int PUTFIELD = 181;
  static final int INVOKESPECIAL = 183;
  static final int INVOKESTATIC = 184;

  private static final int LOCALS = 3;

  private byte[] code = new byte[64];
  private int length;
  private int depth;
  private int deepest;

  /** An instruction without operands, and by how much the stack grows with it. */
  void op(int opcode, int growth) {
    u1(opcode);
    depth += growth;
    deepest = Math.max(deepest, depth);
  }

  /** An instruction that names a constant of the pool. */
  void op(int opcode, int growth, int constant) {
    op(opcode, growth);
    u2(constant);
  }

  void push(int value, ClassFile file) {
    if (value >= -1 && value <= 5) {
      op(ICONST_0 + value, 1);
    } else if (value == (byte) value) {
      op(BIPUSH, 1);
      u1(value);
    } else if (value == (short) value) {
      op(SIPUSH, 1, value);
    } else {
      op(LDC_W, 1, file.integer(value));
    }
  }

  /** A jump to a place that comes later; what {@link #land} wants to know. */
  int jump(int opcode, int growth) {
    int from = length;
    op(opcode, growth, 0);
    return from;
  }

  /** A jump to a place that came before. */
  void jumpBack(int opcode, int growth, int place) {
    int from = length;
    op(opcode, growth, place - from);
  }

  /** Takes one from the variable with number 1. */
  void decrement() {
    op(IINC, 0);
    u1(1);
    u1(-1);
  }

  /** Where the next instruction will be. */
  int length() {
    return length;
  }

  /** The jump leads here. */
  void land(int from) {
    put(from + 1, length - from);
  }

  /** The stack is as high as it was before a branch. */
  void reset(int height) {
    depth = height;
  }

  int height() {
    return depth;
  }

  /** A jump by the number on the stack, from 0; the last case is also that of all others. */
  int[] table(int cases) {
    int from = length;
    op(TABLESWITCH, -1);
    while (length % Integer.BYTES != 0) {
      u1(0);
    }
    int operands = length;
    u4(0);
    u4(0);
    u4(cases - 1);
    int[] places = new int[cases + 2];
    places[0] = from;
    places[1] = operands;
    for (int i = 0; i < cases; i++) {
      places[i + 2] = length;
      u4(0);
    }
    return places;
  }

  /** A case of a table begins here. */
  void landCase(int[] places, int number) {
    int distance = length - places[0];
    put4(places[number + 2], distance);
    put4(places[1], distance);
  }

  private void u1(int value) {
    if (length == code.length) {
      code = Arrays.copyOf(code, 2 * length);
    }
    code[length++] = (byte) value;
  }

  private void u2(int value) {
    u1(value >> 8);
    u1(value);
  }

  private void u4(int value) {
    u2(value >> 16);
    u2(value);
  }

  private void put(int at, int value) {
    code[at] = (byte) (value >> 8);
    code[at + 1] = (byte) value;
  }

  private void put4(int at, int value) {
    put(at, value >> 16);
    put(at + 2, value);
  }

  void write(DataOutputStream out) throws IOException {
    out.writeInt(12 + length);
    out.writeShort(deepest);
    out.writeShort(LOCALS);
    out.writeInt(length);
    out.write(code, 0, length);
    out.writeShort(0);
    out.writeShort(0);
  }
}
