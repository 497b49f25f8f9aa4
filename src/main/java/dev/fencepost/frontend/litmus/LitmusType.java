// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.Expr;

/**
 * How a register or a variable is seen at the end: so many of its bits, with a sign or without.
 * What has no type is an {@code int}, as herd has it.
 */
record LitmusType(int bits, boolean signed) {
  static final LitmusType INT = new LitmusType(32, true);

  /** All bits: addresses, and values that have their type already. */
  static final LitmusType WHOLE = new LitmusType(64, true);

  /** The type of this name; a pointer is whole. */
  static LitmusType named(String name) {
    return switch (name.replaceAll("\\b(volatile|const|_Atomic)\\b", "").strip()) {
      case "", "int", "long", "int32_t", "atomic_t", "atomic_int" -> INT;
      case "uint32_t", "unsigned", "unsigned int" -> new LitmusType(32, false);
      case "char", "int8_t" -> new LitmusType(8, true);
      case "uint8_t" -> new LitmusType(8, false);
      case "short", "int16_t" -> new LitmusType(16, true);
      case "uint16_t" -> new LitmusType(16, false);
      case "uint64_t", "uintptr_t" -> new LitmusType(64, false);
      default -> WHOLE;
    };
  }

  /** A scalar type of C by its name. */
  static LitmusType inC(String name) {
    String plain = name.replaceAll("\\b(?:const\\b|volatile\\b|_Atomic\\b|atomic_)", "").strip();
    boolean signed = !plain.matches("(?:unsigned\\b|u(?:int|long|llong|short|char)).*");
    if (plain.matches(".*\\*.*|.*long\\b.*|u?int(?:64|ptr)_t")) {
      return new LitmusType(64, signed || plain.contains("*"));
    }
    if (plain.matches(".*short\\b.*|u?int16_t")) {
      return new LitmusType(16, signed);
    }
    if (plain.matches(".*char\\b|u?int8_t")) {
      return new LitmusType(8, signed);
    }
    return plain.matches("(?:un)?signed|(?:.*\\s)?u?int|u?int32_t")
        ? new LitmusType(32, signed)
        : WHOLE;
  }

  /** How far apart the elements of an array of this type are. */
  int bytes() {
    return bits / Byte.SIZE;
  }

  long of(long value) {
    return Arithmetic.convert(bits, signed, value);
  }

  Expr of(Expr value) {
    return bits == 64 ? value : new Expr.Convert(bits, signed, value);
  }

  int compare(long left, long right) {
    return signed ? Long.compare(left, right) : Long.compareUnsigned(left, right);
  }

  String text(long value) {
    return signed ? Long.toString(value) : Long.toUnsignedString(value);
  }
}
