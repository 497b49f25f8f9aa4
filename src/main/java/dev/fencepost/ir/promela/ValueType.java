// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.ir.promela;

/** The basic types, with the bytes that a value takes in a state. */
public enum ValueType {
  BIT("bit", 1),
  BYTE("byte", 1),
  PID("pid", 1),
  MTYPE("mtype", 1),
  CHAN("chan", 1),
  SHORT("short", 2),
  INT("int", 4),
  UNSIGNED("unsigned", 4);

  private final String word;
  private final int bytes;

  ValueType(String word, int bytes) {
    this.word = word;
    this.bytes = bytes;
  }

  /** The keyword. */
  public String word() {
    return word;
  }

  /** The bytes of a value; an {@code unsigned} takes as many as its width needs. */
  public int bytes(int width) {
    if (this != UNSIGNED) {
      return bytes;
    }
    return width <= 8 ? 1 : width <= 16 ? 2 : 4;
  }

  /** The value that a variable of this type holds after an assignment. */
  public int wrap(int value, int width) {
    return switch (this) {
      case BIT -> value & 1;
      case BYTE, PID, MTYPE, CHAN -> value & 0xff;
      case SHORT -> (short) value;
      case INT -> value;
      case UNSIGNED -> width >= 32 ? value : value & (1 << width) - 1;
    };
  }
}
