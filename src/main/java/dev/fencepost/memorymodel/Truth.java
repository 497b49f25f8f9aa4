// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

/** Three-valued logic: what a run decides later is not known yet. */
public enum Truth implements LawAlgebra.Value<Truth> {
  FALSE,
  UNKNOWN,
  TRUE;

  public static Truth of(boolean value) {
    return value ? TRUE : FALSE;
  }

  @Override
  public Truth and(Truth other) {
    return this == FALSE || other == TRUE ? this : other;
  }

  @Override
  public Truth or(Truth other) {
    return this == TRUE || other == FALSE ? this : other;
  }

  @Override
  public Truth not() {
    return switch (this) {
      case FALSE -> TRUE;
      case UNKNOWN -> UNKNOWN;
      case TRUE -> FALSE;
    };
  }

  public boolean isAtMost(Truth other) {
    return and(other) == this;
  }

  @Override
  public boolean isFalse() {
    return this == FALSE;
  }
}
