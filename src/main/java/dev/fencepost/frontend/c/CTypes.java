// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.frontend.c.Type.ErrorType;
import dev.fencepost.frontend.c.Type.IntegerType;
import dev.fencepost.frontend.c.Type.VoidType;
import dev.fencepost.source.preprocess.NumberLiteral;
import java.util.Map;

/** The types that need no declaration. */
final class CTypes {
  static final IntegerType BOOL = new IntegerType("_Bool", 8, false, 0);
  static final IntegerType CHAR = new IntegerType("char", 8, true, 1);
  static final IntegerType SIGNED_CHAR = new IntegerType("signed char", 8, true, 1);
  static final IntegerType UNSIGNED_CHAR = new IntegerType("unsigned char", 8, false, 1);
  static final IntegerType SHORT = new IntegerType("short", 16, true, 2);
  static final IntegerType UNSIGNED_SHORT = new IntegerType("unsigned short", 16, false, 2);
  static final IntegerType INT = new IntegerType("int", 32, true, 3);
  static final IntegerType UNSIGNED_INT = new IntegerType("unsigned int", 32, false, 3);
  static final IntegerType LONG = new IntegerType("long", 64, true, 4);
  static final IntegerType UNSIGNED_LONG = new IntegerType("unsigned long", 64, false, 4);
  static final IntegerType LONG_LONG = new IntegerType("long long", 64, true, 5);
  static final IntegerType UNSIGNED_LONG_LONG = new IntegerType("unsigned long long", 64, false, 5);
  static final VoidType VOID = new VoidType();
  static final Type VOID_POINTER = new Type.PointerType(VOID);
  static final ErrorType ERROR = new ErrorType();

  private CTypes() {}

  /** The first type of C's list that holds the value of a constant. */
  static IntegerType of(NumberLiteral number) {
    boolean mayBeUnsigned = number.unsigned() || !number.decimal();
    long value = number.value();
    int longs = number.longs();
    if (longs == 0 && !number.unsigned() && value >= 0 && value <= Integer.MAX_VALUE) {
      return INT;
    }
    if (longs == 0 && mayBeUnsigned && value >= 0 && value <= 0xFFFF_FFFFL) {
      return UNSIGNED_INT;
    }
    if (!number.unsigned() && value >= 0) {
      return longs == 2 ? LONG_LONG : LONG;
    }
    return longs == 2 ? UNSIGNED_LONG_LONG : UNSIGNED_LONG;
  }

  /**
   * The type of a bit-field. Those with fewer bits than an int become one in expressions. Compilers
   * take an enum without negative values as unsigned.
   */
  static IntegerType bitField(IntegerType declared, int width) {
    boolean natural = declared.words().keySet().stream().allMatch(value -> value >= 0);
    boolean signed = declared.signed() && (declared.words().isEmpty() || !natural);
    if (declared.isBool() || width == declared.bits() && signed == declared.signed()) {
      return declared;
    }
    int rank = width < INT.bits() ? SHORT.rank() : declared.rank();
    return new IntegerType(declared.name() + ":" + width, width, signed, rank, declared.words());
  }

  /** The type of an enum: {@code int}, with words for its values. */
  static IntegerType enumeration(Map<Long, String> words) {
    return new IntegerType(INT.name(), INT.bits(), INT.signed(), INT.rank(), words);
  }
}
