// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

/** Three-valued logic: what a run decides later is not known yet. */
enum Truth {
  FALSE,
  UNKNOWN,
  TRUE;

  static Truth of(boolean value) {
    return value ? TRUE : FALSE;
  }

  Truth and(Truth other) {
    return compareTo(other) < 0 ? this : other;
  }

  Truth or(Truth other) {
    return compareTo(other) > 0 ? this : other;
  }

  Truth not() {
    return switch (this) {
      case FALSE -> TRUE;
      case UNKNOWN -> UNKNOWN;
      case TRUE -> FALSE;
    };
  }
}
